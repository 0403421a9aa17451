import { randomUUID } from 'node:crypto'
import { listMessages, sendMessage } from '@balcao/contract/messages'
import { createQueue } from '@balcao/contract/queues'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import { startSimulator } from '@balcao/whatsapp-simulator/simulator'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/start-embedded-postgres'
import { loadSecrets } from '../server/src/platform/secrets'
import { tableRows } from '../server/src/platform/testing/table-rows'
import { builtRelease } from '../tools/last-release.mjs'
import { until } from './proof/waiting'
import { signInForCalls } from './src/calls'
import { linkNumber } from './src/link-number'
import { emptyFolderWithSecretsOf, folderToBeginWith } from './src/migrated-folder'
import { admin, type ProductSettings, startProduct } from './src/product'

const log = { info: () => undefined, warn: () => undefined }

test('the server of the last release works on the schema of this tree, beside a process of this tree', async ({
  skip,
}) => {
  const release = await builtRelease()
  if (typeof release === 'string') return skip(release)
  const simulator = await startSimulator({ latency: 0 })
  onTestFinished(() => simulator.close())
  const start = await onDatabaseOfThisTree(simulator.url)

  // In a rolling update either starts beside the other. Only the old one has numbers.
  const young = await start({ environment: { ROLES: 'api,realtime,worker' } })
  const old = await start({ release: release.folder })
  const boss = await signInForCalls(old.url, admin.email, admin.password)
  const sales = await boss(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  const shop = simulator.createPhone({ phone: '555130254455', name: 'Casa Ipê Móveis' })
  await linkNumber(boss, shop, 'Loja Centro', [sales.id])
  const marina = simulator.createContact({ phone: '5551999887766', name: 'Marina Duarte' })
  await marina.sendText(shop.phone, 'O sofá chegou com um risco')

  const ticket = await until('the old process lists the ticket', async () => {
    const { tickets } = await boss(listTickets, { query: { status: 'pending' } })
    return tickets[0]
  })
  const params = { ticketId: ticket.id }
  await boss(updateTicket, { params, body: { status: 'open' } })
  await boss(sendMessage, { params, body: { body: 'Vou verificar', clientId: randomUUID() } })
  const shown = async (calls: typeof boss) =>
    (await calls(listMessages, { params, query: { pageNumber: 1 } })).messages.map(({ body }) => body)
  const beforeSecond = await shown(boss)
  // Its sign-in ends the session of the first one.
  const second = await signInForCalls(young.url, admin.email, admin.password)
  await second(sendMessage, { params, body: { body: 'Trocamos amanhã', clientId: randomUUID() } })

  await until('both answers are on the phone', async () => marina.arrivals(shop.phone).length >= 2)
  expect(beforeSecond).toEqual(['O sofá chegou com um risco', 'Vou verificar'])
  expect(await shown(second)).toEqual([...beforeSecond, 'Trocamos amanhã'])
  expect(marina.chat(shop.phone).map(({ text }) => text)).toEqual([...beforeSecond, 'Trocamos amanhã'])
  for (const { lines } of [old, young])
    expect(lines.filter((line) => /\b(error|fatal)\b/.test(line))).toEqual([])
})

test('an older program is refused on a database that needs a newer one, embedded or outside', async () => {
  const { dataFolder, server } = await databaseOf('99.0.0')
  const outside = { dataFolder: await emptyFolderWithSecretsOf(dataFolder), whatsapp }
  const line =
    /The database needs Balcão 99\.0\.0 or later, because of 9999-later\.sql\. This program is Balcão \d+\.\d+\.\d+\. Install 99\.0\.0 or later;/

  await expect(startProduct({ ...outside, environment: { DATABASE_URL: server.ownerUrl } })).rejects.toThrow(
    line,
  )
  await server.stop()
  await expect(startProduct({ dataFolder, whatsapp })).rejects.toThrow(line)
})

/** No start comes as far as to call it. */
const whatsapp = 'ws://127.0.0.1:9'

/** A database that a version has changed which needs this one at least. */
async function databaseOf(oldest: string) {
  const dataFolder = await folderToBeginWith()
  const ownerPassword = loadSecrets(dataFolder, {}).databaseOwnerPassword
  const server = await startEmbeddedPostgres({ folder: dataFolder, ownerPassword, log })
  onTestFinished(() => server.stop())
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  await tableRows(owner, 'schema_migrations').insert({ name: '9999-later.sql', works_with: oldest })
  await owner.end()
  await server.release() // for the process to claim
  return { dataFolder, server }
}

/** Starts processes on one database that the migrations of this tree have made. */
async function onDatabaseOfThisTree(whatsapp: string) {
  const folder = await folderToBeginWith()
  const ownerPassword = loadSecrets(folder, {}).databaseOwnerPassword
  const server = await startEmbeddedPostgres({ folder, ownerPassword, log })
  onTestFinished(() => server.stop())
  await server.release() // for the processes to claim
  const dataFolder = await emptyFolderWithSecretsOf(folder)
  return async ({ environment, ...settings }: Partial<ProductSettings>) => {
    const product = await startProduct({
      ...settings,
      whatsapp,
      dataFolder,
      environment: { ...environment, DATABASE_URL: server.ownerUrl, NODE_ADDRESS: '127.0.0.1:0' },
    })
    onTestFinished(() => product.stop())
    return product
  }
}
