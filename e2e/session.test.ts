import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createQueue } from '@balcao/contract/queues'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signInByForm, visit } from './src/browser'
import { callsWith } from './src/calls'
import { type Environment, openEnvironment } from './src/environment'
import { admin } from './src/product'

let environment: Environment

beforeAll(async () => {
  environment = await openEnvironment({ ownProduct: true })
})
afterAll(() => environment?.close())

test('AUTH-18 a sign-in in a second browser ends the session in the first, which shows why', async () => {
  const [first, second] = [await visit(environment.browser), await visit(environment.browser)]
  await signInByForm(first, environment.product.url, admin.email, admin.password)

  await signInByForm(second, environment.product.url, admin.email, admin.password)

  await first.page.getByText('Sua conta foi acessada em outro computador.').first().waitFor() // and then at the login
  await first.page.waitForURL(/\/login$/)
  await first.page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  await second.page.reload()
  await second.page.getByRole('button', { name: /^Conta de/ }).waitFor()
})

test('SHELL-34 SHELL-47 the drawer is 240 px wide and collapses; under 600 px it covers the page', async () => {
  const visitor = await visit(environment.browser)
  const { page } = visitor
  await signInByForm(visitor, environment.product.url, admin.email, admin.password)
  await page.goto(`${environment.product.url}/users`)
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  const width = async () => (await menu.locator('..').boundingBox())?.width

  await menu.waitFor()
  await expect.poll(width).toBe(240)
  await page.getByRole('button', { name: 'Recolher menu' }).click()
  await page.getByRole('button', { name: 'Expandir menu' }).waitFor()
  await expect.poll(width).toBe(64)

  await page.setViewportSize({ width: 600, height: 844 })
  await menu.waitFor()
  await page.setViewportSize({ width: 599, height: 844 })
  await menu.waitFor({ state: 'detached' })
  const whole = await page.getByRole('main').boundingBox()
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await menu.waitFor()
  await expect.poll(width).toBe(240)
  expect(await page.locator('main').boundingBox()).toEqual(whole) // nothing moved aside

  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
})

test.each([
  ['light', '#03a9f4'],
  ['dark', '#4fc3f7'],
] as const)(
  'THEME-02 THEME-03 a system that prefers %s gets it, with its light blue',
  async (colorScheme, blue) => {
    const { page } = await visit(environment.browser, { colorScheme })

    await page.goto(`${environment.product.url}/login`)

    const root = page.locator('html')
    expect(await root.getAttribute('data-theme')).toBe(colorScheme)
    const primary = () => root.evaluate((html) => getComputedStyle(html).getPropertyValue('--primary').trim())
    await expect.poll(primary).toBe(blue)
  },
)

test('SHELL-40 THEME-01 the reload button preserves the session, the page, and the chosen theme', async () => {
  const visitor = await visit(environment.browser, { colorScheme: 'dark' })
  const { page } = visitor
  await signInByForm(visitor, environment.product.url, admin.email, admin.password)
  await page.goto(`${environment.product.url}/queues`)
  await page.getByRole('button', { name: 'Usar tema claro' }).click()

  const isLoadedAgain = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Recarregar' }).click()
  await isLoadedAgain

  await page.getByRole('heading', { name: 'Filas' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/queues')
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
})

test('compact lists apply at once, and after a reload from the first paint on', async () => {
  const visitor = await visit(environment.browser)
  const { page } = visitor
  await signInByForm(visitor, environment.product.url, admin.email, admin.password)
  await page.goto(`${environment.product.url}/users`)
  const row = page.getByRole('row').filter({ hasText: admin.email })
  const height = () => row.evaluate((it) => it.getBoundingClientRect().height)
  await row.waitFor()
  const comfortable = await height()

  await page.getByRole('button', { name: 'Usar listas compactas' }).click()
  const compact = await height()
  expect(compact).toBeLessThan(comfortable)

  await page.reload({ waitUntil: 'commit' })
  expect(await page.locator('html[data-density]').getAttribute('data-density')).toBe('compact')
  await row.waitFor()
  expect(await height()).toBe(compact)
  await page.getByRole('button', { name: 'Usar listas confortáveis' }).click()
  expect(await height()).toBe(comfortable)
})

test('a bar reports that the server is unreachable, and disappears when it is back', async () => {
  const visitor = await visit(environment.browser)
  await signInByForm(visitor, environment.product.url, admin.email, admin.password)
  await visitor.page.goto(`${environment.product.url}/users`)
  await visitor.page.getByText(admin.email).waitFor()
  const bar = visitor.page.getByRole('status').filter({ hasText: 'Sem conexão desde' })

  await environment.product.kill()
  await bar.waitFor()
  await environment.product.start()
  await bar.waitFor({ state: 'detached' })

  await visitor.page.getByRole('link', { name: 'Filas' }).click()
  await visitor.page.getByRole('button', { name: 'Nova fila' }).first().waitFor()
})

test('RT-01 behind a proxy that lets no websocket through the page is live by polling', async () => {
  const url = await proxyWithoutWebsockets(environment.product.url)
  const visitor = await visit(environment.browser)
  const { page } = visitor
  const polls: string[] = []
  page.on('request', (asked) => {
    if (asked.url().includes('transport=polling')) polls.push(asked.method())
  })
  await signInByForm(visitor, url, admin.email, admin.password)
  polls.length = 0 // of the previous page
  await page.goto(`${url}/queues`)
  // The page is a subscriber and has sent its presence.
  await expect.poll(() => polls.filter((method) => method === 'POST').length).toBeGreaterThan(1)

  const token = await page.evaluate(() => localStorage.getItem('token'))
  await callsWith(environment.product.url, token)(createQueue, { body: { name: 'Trocas', color: '#3D7DD8' } })

  await page.getByText('Trocas', { exact: true }).first().waitFor()
  await page.context().close()
})

test('a page whose chunks cannot be fetched shows that in its place, and a reload repairs it', async () => {
  const visitor = await visit(environment.browser)
  await signInByForm(visitor, environment.product.url, admin.email, admin.password)
  await visitor.page.goto(`${environment.product.url}/users`)
  await visitor.page.getByText(admin.email).waitFor()
  await visitor.page.route('**/assets/queues-page*', (route) => route.abort())

  await visitor.page.getByRole('link', { name: 'Filas' }).click()
  await visitor.page.getByText('Esta página não abriu').waitFor()
  await visitor.page.unroute('**/assets/queues-page*')
  await visitor.page.getByRole('button', { name: 'Tentar de novo' }).click()

  await visitor.page.getByRole('button', { name: 'Nova fila' }).first().waitFor()
})

/** Proxies calls unchanged, and refuses every upgrade; returns its address. Closed when the test ends. */
async function proxyWithoutWebsockets(target: string): Promise<string> {
  const proxy = createServer((asked, answer) => {
    const { method = 'GET', headers, url = '/' } = asked
    const handedOn = request(target + url, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    handedOn.on('error', () => answer.destroy())
    answer.on('close', () => handedOn.destroy())
    asked.pipe(handedOn)
  })
  proxy.on('upgrade', (_, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void proxy.close().closeAllConnections())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` // it listens on a port
}
