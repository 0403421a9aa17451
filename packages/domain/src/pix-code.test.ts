import { expect, it, test } from 'vitest'
import { crc16, pixCode } from './pix-code'

test.each([
  // The check value of CRC-16/CCITT-FALSE.
  ['123456789', '29B1'],
  // The example of the Central Bank's manual.
  [
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304',
    '1D3D',
  ],
])('SUBSCR-07 the checksum at the end of a code: %s', (text, sum) => {
  expect(crc16(text)).toBe(sum)
})

it('SUBSCR-07 a code names the key, the amount in BRL, the receiver without accents, and the reference', () => {
  const code = pixCode({
    key: 'pix@balcao.example',
    receiver: 'Balcão Atendimento e Serviços Ltda',
    city: 'São Paulo',
    amount: 1234.5,
    reference: 'FAT12X0A1B',
  })

  expect(code.slice(0, -4)).toBe(
    '000201' +
      '26400014br.gov.bcb.pix0118pix@balcao.example' +
      '5204000053039865407' +
      '1234.50' +
      '5802BR' +
      '5925Balcao Atendimento e Serv' +
      '6009Sao Paulo' +
      '62140510FAT12X0A1B' +
      '6304',
  )
  expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)))
})
