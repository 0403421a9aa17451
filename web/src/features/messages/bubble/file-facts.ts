/** The extension of a file name in capitals, of at most four letters; `DOC` without an extension. */
export function fileExtensionLabel(name: string): string {
  const ending = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]
  return ending === undefined ? 'DOC' : ending.toUpperCase()
}
