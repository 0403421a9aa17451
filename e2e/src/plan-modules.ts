import type { Page } from 'playwright-core'

/** The owner switches a module of the plan *Completo* on or off, on the page of plans. */
export async function setModule(page: Page, url: string, name: string, isIn: boolean): Promise<void> {
  await page.goto(`${url}/settings?tab=plans`)
  await page.getByRole('button', { name: 'Editar Completo' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(name, { exact: true }).setChecked(isIn)
  await form.getByRole('button', { name: 'Salvar', exact: true }).click()
  await form.waitFor({ state: 'detached' })
}
