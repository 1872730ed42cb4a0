"""The art of Matriculation."""
