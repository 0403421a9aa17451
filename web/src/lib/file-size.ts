/** A size in decimal units and in Brazilian format: `412 kB`, `1,2 MB`, `3,4 GB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  const [unitBytes, unit] = bytes < 1_000_000_000 ? [1_000_000, 'MB'] : [1_000_000_000, 'GB']
  return `${(bytes / unitBytes).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} ${unit}`
}
