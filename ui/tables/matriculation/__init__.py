"""The table of Matriculation."""
