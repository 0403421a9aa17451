export type CampaignReply =
  /** The contact confirms. `isBare`: the reply has nothing more that an agent would have to answer. */
  | { readonly kind: 'confirms'; readonly isBare: boolean }
  | { readonly kind: 'declines' }
  | { readonly kind: 'optsOut'; readonly word: string }

interface CampaignReplyInput {
  /** The reply's text; null for a file, a location, or another message without text. */
  readonly text: string | null
  /** True when the campaign asked for a confirmation, and the contact has not answered yet. */
  readonly isAsked: boolean
  /** True when a campaign wrote to this contact within the last thirty days, so that `sair` opts out. */
  readonly wasWrittenTo: boolean
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
/** A reply that begins with one of these words confirms, even "sim, não tem problema". */
const confirmsAtOnce = new Set(['s', 'si', 'sim', 'claro', 'ok', 'yes', 'pode', 'manda'])
/** A reply with one of these words does not confirm, unless it begins with a word of `confirmsAtOnce`. */
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
 * What a reply means for campaigns; null when an agent has to read it (CAMP-18). A word such as `sair` opts
 * out only when it is the whole reply. `não` declines only where a confirmation was requested.
 */
export function parseCampaignReply({
  text,
  isAsked,
  wasWrittenTo,
  optOutWord,
}: CampaignReplyInput): CampaignReply | null {
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

/** The text in lower case, without accents and surrounding punctuation, to compare it with word lists. */
function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[\p{P}\p{Emoji_Modifier}\u200b-\u200f]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
