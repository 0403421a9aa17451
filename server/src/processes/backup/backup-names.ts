const pattern = /^balcao-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/

/** `balcao-20261129T030000Z.backup`, after the instant of its content in UTC. */
export function backupName(at: Date): string {
  return `balcao-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`
}

/** The instant in the name of a backup; null: it is another file. */
export function instantOfName(name: string): Date | null {
  const [, year, month, day, hour, minute, second] = pattern.exec(name) ?? []
  if (year === undefined) return null
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** What a backup leaves in its folder when its process is killed. */
export function isRemnant(name: string): boolean {
  return /^balcao-\w+\.backup\.(unfinished|files)$/.test(name)
}
