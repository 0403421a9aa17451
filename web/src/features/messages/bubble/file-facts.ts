/** The extension of a file's name, of at most four letters. */
export function kindInLetters(name: string): string {
  const ending = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]
  return ending === undefined ? 'DOC' : ending.toUpperCase()
}
