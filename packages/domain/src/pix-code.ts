export interface PixPayment {
  /** The receiver's Pix key: an e-mail, a number, or a random key. */
  readonly key: string
  readonly receiver: string
  readonly city: string
  /** In reais, not centavos. */
  readonly amount: number
  /** At most 25 letters and digits, which the receiver's bank statement shows. */
  readonly reference: string
}

const maxFieldLength = { receiver: 25, city: 15 }

/**
 * The text of a Pix QR code, by the Central Bank's "Manual de Padrões para Iniciação do Pix" and EMV
 * QRCPS-MPM. Each field has two digits of id, two of length, and the value.
 */
export function pixCode({ key, receiver, city, amount, reference }: PixPayment): string {
  const account = field('00', 'br.gov.bcb.pix') + field('01', key)
  const code = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'), // merchant category: none
    field('53', '986'), // currency: BRL
    field('54', amount.toFixed(2)),
    field('58', 'BR'),
    field('59', asciiText(receiver, maxFieldLength.receiver)),
    field('60', asciiText(city, maxFieldLength.city)),
    field('62', field('05', reference)),
    '6304',
  ].join('')
  return code + crc16(code)
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value
}

/** The text in ASCII, cut to `most` characters, because banks accept nothing else. */
function asciiText(text: string, most: number): string {
  const letters = text.normalize('NFD').replace(/[^\x20-\x7e]/g, '')
  return letters.slice(0, most).trim()
}

/** CRC-16/CCITT-FALSE (polynomial 0x1021, initial value 0xFFFF) as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
