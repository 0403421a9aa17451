import { emailOf } from './company'

/** Answers that everybody of the demo finds behind a slash. */
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

/** What the team knows about a customer; `minutesAgo` before the demo began. */
export const notes: readonly { customer: string; author: string; note: string; minutesAgo: number }[] = [
  {
    customer: 'Marina Duarte',
    author: emailOf('bia'),
    note: 'Prefere entrega aos sábados de manhã.',
    minutesAgo: 60 * 24 * 39,
  },
  {
    customer: 'Marina Duarte',
    author: emailOf('ana'),
    note: 'O linho cinza-claro chega dia 27. Dá para prometer para a semana seguinte.',
    minutesAgo: 9,
  },
]

/** What the team says to each other, oldest first; `minutesAgo` before the demo began. */
export const teamTalk: readonly { author: string; message: string; minutesAgo: number }[] = [
  { author: emailOf('caio'), message: 'Bom dia! Hoje o caminhão sai às 14h.', minutesAgo: 95 },
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
]
