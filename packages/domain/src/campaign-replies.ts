/** What somebody answers whom a campaign wrote to. */
export type CampaignReply =
  /** Wants the message. Bare: the answer says nothing else, so it calls nobody. */
  | { readonly kind: 'confirms'; readonly isBare: boolean }
  /** Does not want this one. */
  | { readonly kind: 'declines' }
  /** Wants none any more. */
  | { readonly kind: 'optsOut'; readonly word: string }

export interface ReplyFacts {
  /** What was written; null: a file, a place, anything without words. */
  readonly text: string | null
  /** A confirmation was asked for and is waited for. */
  readonly isAsked: boolean
  /** A campaign wrote to this person lately. */
  readonly wasWrittenTo: boolean
  /** The company's own word; empty: none. */
  readonly optOutWord: string
}

const optOutWords = new Set(['sair', 'parar', 'stop'])
const refusals = new Set([
  'nao',
  'n',
  'no',
  'nao quero',
  'nao obrigado',
  'nao obrigada',
  'agora nao',
  'no gracias',
  'no thanks',
  'cancelar',
  '👎',
])
/** Beginnings of a yes: "sim, não tem problema". */
const confirmsAtOnce = new Set(['s', 'si', 'sim', 'claro', 'ok', 'yes', 'pode', 'manda'])
/** A sentence with one of these is no yes, unless it begins with one. */
const doubts = new Set([
  ...optOutWords,
  'nao',
  'no',
  'nunca',
  'pare',
  'cancelar',
  'cancela',
  'remover',
  'remova',
])
const confirmations = new Set([
  's',
  'si',
  'sim',
  'sim quero',
  'sim pode',
  'sim por favor',
  'quero',
  'quero sim',
  'pode',
  'pode sim',
  'pode ser',
  'pode enviar',
  'pode mandar',
  'manda',
  'envia',
  'enviar',
  'claro',
  'com certeza',
  'confirmo',
  'confirmado',
  'confirmar',
  'aceito',
  'ok',
  'okay',
  'okey',
  'blz',
  'beleza',
  'certo',
  'isso',
  'yes',
  'y',
  'sure',
  'dale',
  'vale',
  '👍',
])

/**
 * What an answer means to campaigns, or null when it is nothing to them (CAMP-18). Only whole messages are words: `sair`
 * within a sentence is none. `não` declines what was asked and is nothing otherwise. What says neither yes nor no ("não
 * entendi", "quero sair da lista") is left to people: it is no consent, and the question stays open.
 */
export function campaignReply({ text, isAsked, wasWrittenTo, optOutWord }: ReplyFacts): CampaignReply | null {
  if (!isAsked && !wasWrittenTo) return null
  const said = text === null ? null : plainWords(text)
  if (said !== null && text !== null && isOptOut(said, optOutWord)) {
    return { kind: 'optsOut', word: text.trim() }
  }
  if (!isAsked) return null
  if (said === null) return { kind: 'confirms', isBare: false }
  if (refusals.has(said)) return { kind: 'declines' }
  if (isDoubtful(said)) return null
  return { kind: 'confirms', isBare: confirmations.has(said) }
}

function isDoubtful(said: string): boolean {
  const [first = '', ...rest] = said.split(' ')
  if (doubts.has(first)) return true
  return !confirmsAtOnce.has(first) && rest.some((word) => doubts.has(word))
}

function isOptOut(said: string, optOutWord: string): boolean {
  if (optOutWords.has(said)) return true
  const own = plainWords(optOutWord)
  return own !== '' && own === said
}

/** Small letters without accents and without what stands around words. */
function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[\p{P}\p{Emoji_Modifier}\u200b-\u200f]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
