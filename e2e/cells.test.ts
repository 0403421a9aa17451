import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSimulator } from '@balcao/whatsapp-simulator/simulator'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/start-embedded-postgres'
import { loadSecrets } from '../server/src/platform/secrets'
import { hasHaproxy, startHaproxy } from '../server/src/platform/testing/haproxy'
import { routeCompanyToCell } from '../server/src/processes/move-company/router'
import { closeBrowser, openBrowser, signInByForm, visit } from './src/browser'
import { isLong } from './src/long'
import { folderToBeginWith } from './src/migrated-folder'
import { admin, startProduct } from './src/product'

describe.skipIf(!isLong || !hasHaproxy())('two cells behind the shipped router', () => {
  test('each account finds its cell at one address, and stays there', async () => {
    const other = { email: 'dona@example.com', password: admin.password }
    const directory = await startDirectory()
    const cells = [await startCell(0, directory, admin.email), await startCell(1, directory, other.email)]
    const { url } = await startRouter(cells)
    const browser = await openBrowser()
    onTestFinished(() => closeBrowser(browser))
    const visitor = await visit(browser)

    await signInByForm(visitor, url, other.email, other.password)
    expect(await companyOf(visitor.page)).toBe(10_000_001)
    await visitor.page.reload()
    await isSignedIn(visitor.page)
    expect(await companyOf(visitor.page)).toBe(10_000_001)

    const second = await visit(browser)
    await signInByForm(second, url, admin.email, admin.password)
    expect(await companyOf(second.page)).toBe(1)
    for (const { complaints } of [visitor, second]) expect(complaints).toEqual([])
  })

  test('a company of the map is led to its new cell at once', async () => {
    const directory = await startDirectory()
    const cells = [
      await startCell(0, directory, admin.email),
      await startCell(1, directory, 'dona@example.com'),
    ]
    const { url, socket } = await startRouter(cells)
    const asCompanyOne = () => fetch(`${url}/health`, { headers: { cookie: 'balcao_company=1' } })
    await cells[1]?.stop()

    expect((await asCompanyOne()).status).toBe(200)
    await routeCompanyToCell(socket, 1, 1)
    expect((await asCompanyOne()).status).toBe(503)
  })
})

async function startDirectory(): Promise<string> {
  const folder = await folderToBeginWith()
  const { databaseOwnerPassword: ownerPassword } = loadSecrets(folder, {})
  const log = { info: () => undefined, warn: () => undefined }
  const server = await startEmbeddedPostgres({ folder, ownerPassword, log })
  onTestFinished(() => server.stop())
  return server.ownerUrl
}

async function startCell(cell: number, directory: string, adminEmail: string) {
  const simulator = await startSimulator({ latency: 0 })
  const product = await startProduct({
    whatsapp: simulator.url,
    environment: { CELL: String(cell), DIRECTORY_URL: directory, ADMIN_EMAIL: adminEmail },
  })
  onTestFinished(async () => {
    await product.remove()
    await simulator.close()
  })
  return product
}

/** HAProxy with `deploy/haproxy-cells.cfg`, whose addresses are replaced. */
async function startRouter(cells: readonly { readonly url: string }[]) {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-router-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'moved.map'), '')
  const shipped = readFileSync(fileURLToPath(new URL('../deploy/haproxy-cells.cfg', import.meta.url)), 'utf8')
  const router = await startHaproxy((address) =>
    shipped
      .replace('bind :80', `bind ${address}`)
      .replaceAll('/etc/haproxy', folder)
      .replace('/run/haproxy', folder)
      .replaceAll(' resolvers system init-addr last,libc,none', '')
      .replace(/^ *server api2 .*\n/gm, '')
      .replace(/cell(\d)-api1:8080/g, (_, cell: string) => new URL(cells[Number(cell)]?.url ?? '').host),
  )
  onTestFinished(() => router.close())
  return { url: `http://${router.address}`, socket: join(folder, 'admin.sock') }
}

async function companyOf(page: Page): Promise<number> {
  return Number(await page.evaluate(() => localStorage.getItem('companyId')))
}

async function isSignedIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Conta de/ }).waitFor()
}
