/** `412 kB`, `1,2 MB`: as people here write sizes, in thousands. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`
}

/** The ending of a file's name in at most four letters. */
export function kindInLetters(name: string): string {
  const ending = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]
  return ending === undefined ? 'DOC' : ending.toUpperCase()
}
