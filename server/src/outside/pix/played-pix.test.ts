import { crc16 } from '@balcao/domain/pix-code'
import { expect, it } from 'vitest'
import { sandboxPix } from './sandbox-pix'
import { staticPix } from './static-pix'

it("SUBSCR-07 the platform's static Pix has its key and a reference for the bank statement", async () => {
  const provider = staticPix({ key: 'pix@balcao.example', receiver: 'Balcão', city: 'Recife' })
  const txid = provider.newTxid(12, '0a1b2c3d4e5f60718293a4b5c6d7e8f9')

  const { code } = await provider.charge({ txid, amount: 99.9, text: '' })

  expect(txid).toBe('FAT12X0A1B2C3D4E')
  expect(provider.newTxid(2_147_483_647, 'f'.repeat(32)).length).toBeLessThanOrEqual(25)
  expect(code).toContain('0118pix@balcao.example')
  expect(code).toContain('540599.90')
  expect(code).toContain(`0516${txid}`)
  expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)))
  expect(provider.isGenuine({ hmac: '', pix: [] })).toBe(false)
})

it('SUBSCR-11 E3 the sandbox signs its notices: another amount, Pix or secret is not genuine', async () => {
  const provider = sandboxPix('a secret of the installation')
  const notice = provider.play('FAT12X0A', 99.9)
  const [paid] = notice.pix

  expect(provider.isGenuine(notice)).toBe(true)
  expect(await provider.proofOf(notice, 'FAT12X0A')).toEqual({ amount: 99.9, endToEndId: 'EFAT12X0A' })
  expect(await provider.proofOf(notice, 'FAT13')).toBeNull()
  for (const forged of [
    { ...notice, hmac: '' },
    { ...notice, pix: [{ ...paid, valor: '0.01' }] },
    { ...notice, pix: [{ ...paid, txid: 'FAT13' }] },
    { ...notice, pix: [paid, paid] },
    { ...notice, hmac: sandboxPix('another').play('FAT12X0A', 99.9).hmac },
  ])
    expect(provider.isGenuine(forged as typeof notice)).toBe(false)
})
