/** The maximum number of cards in a message. */
const mostCards = 3

/** The tickets whose addresses are in a text, each once. */
export function ticketsIn(text: string): readonly string[] {
  const found = text.matchAll(
    /\/tickets\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9a-f-])/gi,
  )
  return [...new Set([...found].map(([, uuid = '']) => uuid.toLowerCase()))].slice(0, mostCards)
}
