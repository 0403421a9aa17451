import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startSimulator } from '../simulator'
import { aGraph, callerOf, PNG } from '../testing/graph-client'

it('accounts, tokens, files, conversations and waiting webhooks outlive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'graph-'))
  const stateFile = join(folder, 'state.json')
  const { simulator, graph, callback, ana, number, token } = await aGraph({ stateFile })
  callback.answers.push(503)
  const first = ana.write(number.id, { kind: 'image', bytes: PNG, mimeType: 'image/png' })
  await graph.webhooksSent()
  await simulator.close()

  const after = await startSimulator({ stateFile, latency: 0 })
  await after.until('the webhook', () => callback.received.length === 1)

  const [{ image }] = callback.messages()
  const call = callerOf(after.graph, token)
  const place = await call('GET', image.id)
  const file = await fetch(place.body.url, { headers: { authorization: `Bearer ${token}` } })
  const answer = await call('POST', `${number.id}/messages`, {
    messaging_product: 'whatsapp',
    to: ana.phone,
    context: { message_id: first },
    type: 'text',
    text: { body: 'Recebi' },
  })
  await after.graph.webhooksSent()
  expect(Buffer.from(await file.arrayBuffer()).equals(PNG)).toBe(true)
  expect(answer.status).toBe(200)
  expect(after.graph.customer(ana.id).seen(number.id)).toMatchObject([{ text: 'Recebi', quotes: first }])
  await after.close()
  await callback.close()
  rmSync(folder, { recursive: true })
})
