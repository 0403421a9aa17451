import type { WhatsappGateway, WhatsappLink } from '@balcao/whatsapp/gateway'
import { expect, test } from 'vitest'
import { playedGateway } from '../testing/played-gateway'
import { lazyGateway } from './lazy-gateway'

const options = {
  name: '1',
  keys: {} as never, // the played link has no keys
  leaseLost: new AbortController().signal,
  report: () => undefined,
}

test('the driver is loaded once, by the first call', async () => {
  let loads = 0
  const gateway = lazyGateway(async () => {
    loads += 1
    return playedGateway()
  })
  expect(loads).toBe(0)

  await gateway.connect(options).stop()
  await gateway.connect(options).stop()

  expect(loads).toBe(1)
})

test('calls of a link wait for the driver and keep their order', async () => {
  const calls: string[] = []
  const link = {
    send: async ({ id }: { id: string }) => void calls.push(id),
    stop: async () => void calls.push('stop'),
  } as unknown as WhatsappLink // only what this test calls
  const driver: WhatsappGateway = { ...playedGateway(), connect: () => link }
  let finish = () => {}
  const loaded = new Promise<void>((resolve) => {
    finish = resolve
  })
  const opened = lazyGateway(async () => {
    await loaded
    return driver
  }).connect(options)

  const done = [opened.send({ id: 'a' } as never), opened.send({ id: 'b' } as never), opened.stop()]
  expect(calls).toEqual([])
  finish()
  await Promise.all(done)

  expect(calls).toEqual(['a', 'b', 'stop'])
})
