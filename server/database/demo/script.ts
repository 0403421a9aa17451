import type { PictureName } from './pictures'

/** One message of a script, with its gaps (`{nome}`, `{o}` …) still to be filled. */
export interface Line {
  readonly from: 'customer' | 'shop'
  readonly text: string
  readonly picture: PictureName | null
  /** A reply that quotes the last message of the other side. */
  readonly quotes: boolean
}

/** A conversation that fits any customer. */
export interface Script {
  readonly queue: QueueName
  readonly lines: readonly Line[]
}

export type QueueName = 'Vendas' | 'Assistência' | 'Entregas'

const pictureNames: readonly PictureName[] = ['sofa', 'mesa', 'cadeira', 'armario']

/**
 * Parses scripts separated by an empty line. A line starts with the writer, `C` (cliente) or `L` (loja), then `>` for
 * a quote and `[name]` for a picture, then the text.
 */
export function scriptsOf(queue: QueueName, text: string): readonly Script[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((script) => ({ queue, lines: script.split('\n').map((line) => lineOf(line.trim())) }))
}

function lineOf(text: string): Line {
  const [, speaker, quotes, picture, words] = /^([CL])(>?)(?:\[(\w+)\])? (.*)$/.exec(text) ?? []
  if (words === undefined) throw new Error(`Not a line of a script: ${text}`)
  return {
    from: speaker === 'C' ? 'customer' : 'shop',
    text: words,
    picture: pictureNames.find((name) => name === picture) ?? null,
    quotes: quotes === '>',
  }
}
