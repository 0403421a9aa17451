import type { PictureName } from './pictures'

/** One message of a script, still with its gaps (`{nome}`, `{o}` …) to be filled. */
export interface Line {
  readonly from: 'customer' | 'shop'
  readonly text: string
  readonly picture: PictureName | null
  /** Answers the last message of the other side, quoting it. */
  readonly quotes: boolean
}

/** A conversation as it may happen with anybody. */
export interface Script {
  readonly queue: QueueName
  readonly lines: readonly Line[]
}

export type QueueName = 'Vendas' | 'Assistência' | 'Entregas'

const pictureNames: readonly PictureName[] = ['sofa', 'mesa', 'cadeira', 'armario']

/**
 * Reads scripts that are separated by an empty line. A line begins with who speaks, `C` (cliente) or `L` (loja), then
 * `>` where it quotes and `[name]` where it brings a picture, then the words.
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
