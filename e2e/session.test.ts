import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, visit } from './src/browser'
import { admin, type Product, startProduct } from './src/product'

let simulator: Simulator
let product: Product
let browser: Browser

beforeAll(async () => {
  simulator = await startSimulator({ latency: 0 })
  ;[product, browser] = await Promise.all([startProduct({ whatsapp: simulator.url }), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
  await simulator?.close()
})

test('AUTH-18 an account opened in a second browser is told so in the first, which goes to the login', async () => {
  const [first, second] = [await visit(browser), await visit(browser)]
  await signIn(first, product.url, admin.email, admin.password)

  await signIn(second, product.url, admin.email, admin.password)

  await first.page.getByText('Sua conta foi acessada em outro computador.').waitFor()
  await first.page.waitForURL(/\/login$/)
  await first.page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  await second.page.reload()
  await second.page.getByRole('button', { name: /^Conta de/ }).waitFor()
})

test('a reload keeps the session and the page', async () => {
  const visitor = await visit(browser)
  await signIn(visitor, product.url, admin.email, admin.password)
  await visitor.page.goto(`${product.url}/queues`)

  await visitor.page.reload()

  await visitor.page.getByRole('heading', { name: 'Filas' }).waitFor()
  expect(new URL(visitor.page.url()).pathname).toBe('/queues')
})

test('a bar says that the server is away, and goes when it is back', async () => {
  const visitor = await visit(browser)
  await signIn(visitor, product.url, admin.email, admin.password)
  await visitor.page.goto(`${product.url}/users`)
  await visitor.page.getByText(admin.email).waitFor()
  const bar = visitor.page.getByRole('status').filter({ hasText: 'Sem conexão desde' })

  await product.kill()
  await bar.waitFor()
  await product.start()
  await bar.waitFor({ state: 'detached' })

  await visitor.page.getByRole('link', { name: 'Filas' }).click()
  await visitor.page.getByRole('button', { name: 'Nova fila' }).first().waitFor()
})

test('a page whose parts cannot be fetched says so in its place, and a reload mends it', async () => {
  const visitor = await visit(browser)
  await signIn(visitor, product.url, admin.email, admin.password)
  await visitor.page.goto(`${product.url}/users`)
  await visitor.page.getByText(admin.email).waitFor()
  await visitor.page.route('**/assets/queues-page*', (route) => route.abort())

  await visitor.page.getByRole('link', { name: 'Filas' }).click()
  await visitor.page.getByText('Esta página não abriu').waitFor()
  await visitor.page.unroute('**/assets/queues-page*')
  await visitor.page.getByRole('button', { name: 'Tentar de novo' }).click()

  await visitor.page.getByRole('button', { name: 'Nova fila' }).first().waitFor()
})
