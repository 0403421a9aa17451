import type { Page } from 'playwright-core'
import { openBrowser, signIn, visit } from '../../e2e/src/browser'
import { admin } from '../../e2e/src/product'
import type { Environment } from './environment'
import { times } from './figures'
import { type Line, say } from './report'
import type { Shop, Talk } from './shop'

const rounds = 40

/**
 * The same two directions with a real page in Chromium: until the text is in the document, and from Enter in the
 * composer. It signs in as the shop's attendant, whose other session ends.
 */
export async function measureInBrowser({ product }: Environment, { talks, shownTo }: Shop): Promise<Line[]> {
  const [talk] = talks
  if (talk === undefined) throw new Error('The shop has no customers')
  say(`In Chromium: ${rounds} of each …`)
  const browser = await openBrowser()
  try {
    const visitor = await visit(browser)
    await signIn(visitor, product.url, admin.email, admin.password)
    const { page } = visitor
    await page.goto(`${product.url}/tickets/${talk.uuid}`)
    await page.getByPlaceholder('Escreva uma mensagem').waitFor()
    const seen: number[] = []
    const answered: number[] = []
    for (let at = 0; at < rounds; at++) {
      seen.push(await see(page, talk, `Vi na vitrine o número ${at}.`))
      answered.push(await type(page, shownTo(talk, `Temos o número ${at}.`), `Temos o número ${at}.`))
    }
    return [
      { what: 'customer to words in Chromium', ...times(seen) },
      { what: 'Enter in Chromium to customer', ...times(answered) },
    ]
  } finally {
    await browser.close()
  }
}

/** Both sides read the machine's clock: `Date.now` counts whole milliseconds, which suffices here. */
async function see(page: Page, { customer, number }: Talk, text: string): Promise<number> {
  await page.evaluate((wanted) => {
    const root = document.body
    const watch = new MutationObserver(() => {
      if (!root.textContent?.includes(wanted)) return
      watch.disconnect()
      root.dataset.seenAt = String(Date.now())
    })
    delete root.dataset.seenAt
    watch.observe(root, { childList: true, subtree: true, characterData: true })
  }, text)
  const begin = Date.now()
  await customer.sendText(number, text)
  const seenAt = await page.waitForFunction(() => document.body.dataset.seenAt)
  return Number(await seenAt.jsonValue()) - begin
}

async function type(page: Page, shown: Promise<number>, text: string): Promise<number> {
  const field = page.getByPlaceholder('Escreva uma mensagem')
  await field.fill(text)
  const begin = performance.now()
  await field.press('Enter')
  return (await shown) - begin
}
