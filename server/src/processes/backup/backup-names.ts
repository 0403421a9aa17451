const pattern = /^balcao-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/

/**
 * Returns a backup's file name, such as `balcao-3f9a1c2b-20261129T030000Z.backup`. It contains the
 * installation, because several may use one folder, and the time of the backup's content.
 */
export function backupName(at: Date, installation: string): string {
  return `balcao-${installation}-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`
}

/** Reads the content's time from a backup's file name. Null: the file is no backup of this installation. */
export function parseTimeInBackupName(name: string, installation: string): Date | null {
  const [, owner, year, month, day, hour, minute, second] = pattern.exec(name) ?? []
  if (owner !== installation) return null
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

export function isBackupRemnant(name: string, installation: string): boolean {
  return name.startsWith(`balcao-${installation}-`) && /\.backup\.(unfinished|files)$/.test(name)
}
