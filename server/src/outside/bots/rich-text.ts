import { z } from 'zod'

interface RichNode {
  readonly text?: string | undefined
  readonly bold?: boolean | undefined
  readonly italic?: boolean | undefined
  readonly underline?: boolean | undefined
  readonly strikethrough?: boolean | undefined
  readonly type?: string | undefined
  readonly url?: string | undefined
  readonly children?: readonly RichNode[] | undefined
}

const richNode: z.ZodType<RichNode> = z.lazy(() =>
  z.object({
    text: z.string().optional(),
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    underline: z.boolean().optional(),
    strikethrough: z.boolean().optional(),
    type: z.string().optional(),
    url: z.string().optional(),
    children: z.array(richNode).optional(),
  }),
)
export const richTextSchema = z.array(richNode)

/** Converts rich text to WhatsApp's markup: *bold*, _italic_, ~underlined or struck~. Each paragraph becomes a line. */
export function richTextToWhatsapp(nodes: readonly RichNode[]): string {
  return nodes
    .map((node) => line(node))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()
}

function line(node: RichNode): string {
  const inside = (node.children ?? []).map(inline).join('')
  return node.text === undefined ? inside : inline(node)
}

function inline(node: RichNode): string {
  if (node.text !== undefined) return withMarks(node.text, node)
  const inside = (node.children ?? []).map(inline).join('')
  if (node.type === 'a' && node.url !== undefined)
    return inside === '' || inside === node.url ? node.url : `${inside} (${node.url})`
  if (node.type === 'li') return `- ${inside}\n`
  if (node.type === 'variable' || node.type === 'inline-variable' || node.type === undefined) return inside
  return node.type === 'p' ? `${inside}\n` : inside
}

/** WhatsApp applies marks only when they touch the text, so spaces stay outside. */
function withMarks(text: string, { bold, italic, underline, strikethrough }: RichNode): string {
  const words = text.trim()
  if (words === '') return text
  const before = text.slice(0, text.length - text.trimStart().length)
  const after = text.slice(text.trimEnd().length)
  const marks = `${bold === true ? '*' : ''}${italic === true ? '_' : ''}${underline === true || strikethrough === true ? '~' : ''}`
  return `${before}${marks}${words}${[...marks].reverse().join('')}${after}`
}
