import { createContactList, createContactListItem } from '@balcao/contract/contact-lists'
import { refreshMessageTemplates } from '@balcao/contract/message-templates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, type Visitor, visit } from './src/browser'
import { type Environment, openEnvironment } from './src/environment'
import { type OfficialNumber, setUpOfficial } from './src/official-number'
import { admin } from './src/product'

let environment: Environment
let boss: Visitor
let number: OfficialNumber
beforeAll(async () => {
  environment = await openEnvironment({ ownProduct: true })
  const { simulator, product, browser } = environment
  number = await setUpOfficial(simulator, product)
  const { accountId, connectionId } = number
  simulator.graph.addTemplate({
    accountId,
    name: 'semana_do_sofa',
    language: 'pt_BR',
    category: 'MARKETING',
    components: [
      {
        type: 'BODY',
        text: 'Olá, {{1}}! Sofás com 20% até sábado.',
        example: { body_text: [['Ana']] },
      },
    ],
  })
  const calls = await number.calls()
  await calls(refreshMessageTemplates, { body: { connectionId } })
  const { id: contactListId } = await calls(createContactList, { body: { name: 'Clientes' } })
  const person = { name: 'Ana Flores', number: '5511988887777', email: '' }
  await calls(createContactListItem, { body: { ...person, contactListId } })
  boss = await visit(browser)
  await signIn(boss, product.url, admin.email, admin.password)
})
afterAll(() => environment?.close())

test('a campaign over an official number: from its form to the template on the customer’s phone', async () => {
  const ana = environment.simulator.graph.addCustomer({ name: 'Ana Flores', phone: '5511988887777' })
  const { page } = boss
  await page.goto(`${environment.product.url}/campaigns`)
  await page.getByRole('button', { name: 'Nova campanha' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nome').fill('Semana do sofá')
  const choose = async (field: string, option: string) => {
    await form.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose('Lista de contatos', 'Clientes')
  await choose('Conexão', 'Oficial')
  await form.getByText('a primeira mensagem precisa ser um modelo').waitFor()
  await choose('Modelo', 'semana_do_sofa')
  await form.getByText('Olá, Maria Souza! Sofás com 20% até sábado.').waitFor()
  await form.getByLabel('Variável 1').fill('{{firstName}}')
  await form.getByText('Olá, Maria! Sofás com 20% até sábado.').waitFor()
  await looksRight('the form of the campaign')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Iniciar Semana do sofá agora' }).click()
  await page.getByText('A mensagem vai para 1 contato.').waitFor()
  await page.getByRole('button', { name: 'Iniciar agora' }).last().click()

  const texts = () => ana.seen(number.id).map(({ kind, text }) => [kind, text])
  await expect.poll(texts, { timeout: 60_000 }).toEqual([['template', 'Olá, Ana! Sofás com 20% até sábado.']])
  await page.getByRole('link', { name: 'Semana do sofá' }).first().click()
  await page.getByText('semana_do_sofa · pt_BR').waitFor()
  await page.getByRole('row', { name: /Ana Flores.*No celular/ }).waitFor()
  await page.getByRole('figure', { name: 'Como o cliente vê' }).waitFor()
  await looksRight('the report of the campaign')
})

async function looksRight(screen: string): Promise<void> {
  const troubles = [...(await seriousTroubles(boss)), ...(await sidewaysTroubles(boss.page))]
  expect({ screen, troubles }).toEqual({ screen, troubles: [] })
}
