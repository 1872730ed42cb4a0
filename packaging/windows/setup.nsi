; The setup for Windows: for one user, without an administrator; silent with /S.
;   makensis -DVERSION=… -DPAYLOAD=folder -DEXPORTS=folder -DOUT=file [-DSIGN=command] setup.nsi
;   setup.exe /S [/FIREWALL] [/D=folder]
; It refuses while Shoal runs (exit code 3), and removes only what it has put there: the uninstaller asks nothing.
Unicode true
!ifdef AMD64  ; where NSIS has it (Debian): also runs in a Wine without 32 bits
  Target amd64-unicode
!endif
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Shoal"
!define RULE "Shoal"
!define STAYS "Your games, identity and settings stay in $LOCALAPPDATA\shoal"
!ifdef SIGN  ; the uninstaller is made here, so nothing can sign it later
  !uninstfinalize '${SIGN} "%1"' = 0
!endif
Name "Shoal ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Shoal"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
RequestExecutionLevel user
ManifestDPIAware true
!ifdef FAST
  SetCompress off
!else
  SetCompressor /SOLID lzma
!endif
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Shoal"
VIAddVersionKey FileDescription "Shoal setup"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey LegalCopyright "MIT License"
!define MUI_ICON "${EXPORTS}/shoal.ico"
!define MUI_UNICON "${EXPORTS}/shoal.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\shoalw.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!define MUI_INSTFILESPAGE_FINISHHEADER_TEXT "Shoal is removed"
!define MUI_INSTFILESPAGE_FINISHHEADER_SUBTEXT "${STAYS}"
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; A running program cannot be opened for writing.
!macro RefuseWhileRunning file
  ${If} ${FileExists} "${file}"
    ClearErrors
    FileOpen $0 "${file}" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "Shoal is running. Close it and try again." /SD IDOK
      SetErrorLevel 3
      Quit
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

; Only the files of an installation: the folder may also hold files of the user.
!macro RemoveProgram
  ${If} ${FileExists} "$INSTDIR\_internal\base_library.zip"
    RMDir /r "$INSTDIR\_internal"
  ${EndIf}
  Delete "$INSTDIR\shoal.exe"
  Delete "$INSTDIR\shoalw.exe"
!macroend

Section "Shoal" SecProgram
  SectionIn RO
  !insertmacro RefuseWhileRunning "$INSTDIR\shoalw.exe"
  !insertmacro RefuseWhileRunning "$INSTDIR\shoal.exe"
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "${PAYLOAD}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Shoal.lnk" "$INSTDIR\shoalw.exe"
  WriteRegStr HKCU "Software\Classes\shoal" "" "URL:Shoal invitation"
  WriteRegStr HKCU "Software\Classes\shoal" "URL Protocol" ""
  WriteRegStr HKCU "Software\Classes\shoal\shell\open\command" "" '"$INSTDIR\shoalw.exe" open "%1"'
  WriteRegStr HKCU "Software\Classes\.shoal" "" "Shoal.Record"
  WriteRegStr HKCU "Software\Classes\Shoal.Record" "" "Shoal game record"
  WriteRegStr HKCU "Software\Classes\Shoal.Record\DefaultIcon" "" "$INSTDIR\shoalw.exe,0"
  WriteRegStr HKCU "Software\Classes\Shoal.Record\shell\open\command" "" '"$INSTDIR\shoalw.exe" open "%1"'
  WriteRegStr HKCU "${KEY}" "DisplayName" "Shoal"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\shoalw.exe,0"
  WriteRegStr HKCU "${KEY}" "Publisher" "The Shoal developers"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" $0
SectionEnd

Section /o "Let others reach this computer (firewall rule; asks for an administrator)" SecFirewall
  ExecShellWait "runas" "$SYSDIR\netsh.exe" 'advfirewall firewall add rule name="${RULE}" dir=in action=allow \
program="$INSTDIR\shoal.exe" enable=yes profile=private,domain' SW_HIDE
  ExecShellWait "runas" "$SYSDIR\netsh.exe" 'advfirewall firewall add rule name="${RULE}" dir=in action=allow \
program="$INSTDIR\shoalw.exe" enable=yes profile=private,domain' SW_HIDE
  WriteRegDWORD HKCU "${KEY}" "Firewall" 1
SectionEnd

Function .onInit
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/FIREWALL" $1
  ${IfNot} ${Errors}
    SectionSetFlags ${SecFirewall} ${SF_SELECTED}
  ${EndIf}
FunctionEnd

Section "Uninstall"
  !insertmacro RefuseWhileRunning "$INSTDIR\shoalw.exe"
  !insertmacro RefuseWhileRunning "$INSTDIR\shoal.exe"
  ReadRegDWORD $0 HKCU "${KEY}" "Firewall"
  ${If} $0 = 1
    ExecShellWait "runas" "$SYSDIR\netsh.exe" 'advfirewall firewall delete rule name="${RULE}"' SW_HIDE
  ${EndIf}
  !insertmacro RemoveProgram
  Delete "$SMPROGRAMS\Shoal.lnk"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "Software\Classes\shoal"
  ReadRegStr $0 HKCU "Software\Classes\.shoal" ""
  ${If} $0 == "Shoal.Record"
    DeleteRegKey HKCU "Software\Classes\.shoal"
  ${EndIf}
  DeleteRegKey HKCU "Software\Classes\Shoal.Record"
  DeleteRegKey HKCU "${KEY}"
  DetailPrint "${STAYS}"
SectionEnd
