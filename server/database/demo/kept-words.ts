import { emailOf } from './company'

const workday = 9 * 60

/** A text by a colleague, this many minutes of working time ago. */
type AuthoredText<What> = What & { readonly author: string; readonly minutesAgo: number }

/** Quick messages for all users of the demo. */
export const quickAnswers: readonly { shortcode: string; message: string }[] = [
  { shortcode: 'bomdia', message: '{{ms}}, {{firstName}}! Aqui é da Casa Ipê Móveis. Em que posso ajudar?' },
  {
    shortcode: 'pix',
    message:
      'No Pix tem 8% de desconto. A chave é o nosso e-mail: financeiro@casaipe.com.br. Me manda o comprovante por aqui?',
  },
  {
    shortcode: 'prazo',
    message: 'Peças à pronta entrega chegam em até 5 dias úteis; as feitas sob medida, em 35 dias.',
  },
  { shortcode: 'frete', message: 'Em Porto Alegre e Canoas a entrega e a montagem são por nossa conta 🚚' },
  {
    shortcode: 'garantia',
    message:
      'A garantia é de um ano, também para as peças do mostruário. Guarde a nota: é tudo de que você precisa.',
  },
  {
    shortcode: 'endereco',
    message:
      'Estamos na Av. Ipiranga, 2210, com estacionamento nos fundos. De segunda a sexta das 9h às 18h30, sábado até as 17h.',
  },
]

/** The team's notes about customers. */
export const notes: readonly AuthoredText<{ customer: string; note: string }>[] = [
  {
    customer: 'Marina Duarte',
    author: emailOf('bia'),
    note: 'Prefere entrega aos sábados de manhã.',
    minutesAgo: 27 * workday,
  },
  {
    customer: 'Marina Duarte',
    author: emailOf('ana'),
    note: 'O linho cinza-claro chega dia 27. Dá para prometer para a semana seguinte.',
    minutesAgo: 9,
  },
]

/** A chat of the team. Without a title it has two people; without `members` it has all users. */
export interface TeamChat {
  readonly title: string
  readonly members: readonly string[] | null
  readonly said: readonly AuthoredText<{ message: string }>[]
  /** How many of the last messages are unread by the other members. */
  readonly unread: number
}

/** Oldest message first. */
export const teamChats: readonly TeamChat[] = [
  {
    title: 'Equipe da loja',
    members: null,
    unread: 0,
    said: [
      {
        author: emailOf('caio'),
        message: 'Pessoal, o caminhão já saiu com as entregas de hoje.',
        minutesAgo: 95,
      },
      {
        author: emailOf('bia'),
        message: 'A montagem do Condomínio Aurora ficou para amanhã cedo.',
        minutesAgo: 71,
      },
      {
        author: emailOf('ana'),
        message: 'O linho cinza-claro chega dia 27, já avisei a Marina.',
        minutesAgo: 12,
      },
    ],
  },
  {
    title: 'Entregas da semana',
    members: [emailOf('caio'), emailOf('ana'), emailOf('admin')],
    unread: 0,
    said: [
      { author: emailOf('caio'), message: 'Gramado na terça, Canoas na quarta.', minutesAgo: 2 * workday },
      { author: emailOf('ana'), message: 'Na quarta cabe mais um sofá?', minutesAgo: 2 * workday - 8 },
      { author: emailOf('caio'), message: 'Cabe, sim. Até três volumes.', minutesAgo: 2 * workday - 11 },
    ],
  },
  {
    title: '',
    members: [emailOf('bia'), emailOf('admin')],
    unread: 1,
    said: [
      { author: emailOf('admin'), message: 'A porta do guarda-roupa da Helena chegou?', minutesAgo: 64 },
      { author: emailOf('bia'), message: 'Chegou agora. Marco a troca para quinta?', minutesAgo: 31 },
    ],
  },
]
