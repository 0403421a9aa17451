import { createUser } from '@balcao/contract/people'
import { expect, onTestFinished, test } from 'vitest'
import { seriousTroubles, sidewaysTroubles, signIn, type Visitor, visit } from './src/browser'
import { signInForCalls } from './src/calls'
import { drawnPicture } from './src/drawn-picture'
import { ana, openEnvironment } from './src/environment'
import { admin } from './src/product'

test('J15 ANNOUNCE-03 ANNOUNCE-05 ANNOUNCE-06 ANNOUNCE-07 ANNOUNCE-09 QUICK-02 SHELL-42 the owner announces with a picture, Ana sees it at once (steps 8 and 9); she stores a quick message with a file', async () => {
  const environment = await openEnvironment()
  onTestFinished(() => environment.close())
  const { url } = environment.product
  const calls = await signInForCalls(url, admin.email, admin.password)
  await calls(createUser, { body: { ...ana, queueIds: [] } })
  const [owner, attendant] = [await visit(environment.browser), await visit(environment.browser)]
  await Promise.all([
    signIn(owner, url, admin.email, admin.password, '/announcements'),
    signIn(attendant, url, ana.email, ana.password),
  ])

  // the owner publishes an announcement
  const { page } = owner
  await page.getByText('Nenhum informativo por enquanto').waitFor()
  await page.getByRole('button', { name: 'Novo informativo' }).click()
  const form = page.getByRole('dialog', { name: 'Novo informativo' })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.getByText('Obrigatório').nth(1).waitFor()
  expect(await form.getByRole('combobox', { name: 'Prioridade' }).textContent()).toBe('Baixa')
  expect(await form.getByRole('switch', { name: 'Ativo' }).isChecked()).toBe(true)
  await form.getByLabel('Título').fill('Manutenção hoje às 22h')
  await form.getByLabel('Texto').fill('Ficamos fora por dez minutos.\nAs mensagens esperam e chegam depois.')
  await form.getByRole('combobox', { name: 'Prioridade' }).click()
  await page.getByRole('option', { name: 'Alta' }).click()
  await form.getByLabel('Imagem').setInputFiles({
    name: 'aviso.png',
    mimeType: 'image/png',
    buffer: drawnPicture(320, 180, [14, 124, 102]),
  })
  await keepPicture(owner, 'announcement-form')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Informativo salvo com sucesso!').first().waitFor()
  await page.getByRole('row').filter({ hasText: 'Manutenção hoje' }).getByText('Alta').waitFor()
  await form.waitFor({ state: 'detached' })
  await keepPicture(owner, 'announcements')

  // Ana has a dot, reads the announcement, and has no dot any more, also after a reload
  const hers = attendant.page
  const megaphone = hers.getByRole('button', { name: 'Informativos: há novidades' })
  await megaphone.click()
  await lookAt(attendant, 'announcements-popover')
  expect(await hers.getByRole('button', { name: /Manutenção hoje/ }).getAttribute('data-priority')).toBe('1')
  await hers.getByRole('button', { name: /Manutenção hoje/ }).click()
  const reader = hers.getByRole('dialog', { name: 'Manutenção hoje às 22h' })
  await reader.getByText('As mensagens esperam').waitFor()
  await expect
    .poll(() => reader.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBe(320)
  await keepPicture(attendant, 'announcement-reader')
  await hers.reload()
  await hers.getByRole('button', { name: 'Informativos', exact: true }).waitFor()

  // made inactive, it disappears from her page
  await page.getByRole('button', { name: 'Editar Manutenção hoje às 22h' }).click()
  await page.getByRole('switch', { name: 'Ativo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Inativo').waitFor()
  await hers.getByRole('button', { name: 'Informativos', exact: true }).click()
  await hers.getByText('Nenhum registro encontrado.').waitFor()
  await hers.keyboard.press('Escape')

  // she stores a quick message with a file, and the owner sees it appear
  await page.goto(`${url}/quick-messages`)
  await page.getByText('Nenhuma resposta rápida por enquanto').waitFor()
  await hers.goto(`${url}/quick-messages`)
  await hers.getByRole('button', { name: 'Nova resposta rápida' }).click()
  const quick = hers.getByRole('dialog', { name: 'Nova resposta rápida' })
  await quick.getByLabel('Atalho').fill('/tabela')
  await quick.getByRole('textbox', { name: 'Mensagem' }).fill('Segue a tabela, ')
  await quick.getByRole('button', { name: 'Primeiro nome' }).click()
  await quick.getByText('Segue a tabela, Maria').waitFor()
  await quick.getByLabel('Arquivo').setInputFiles({
    name: 'tabela.png',
    mimeType: 'image/png',
    buffer: drawnPicture(64, 64, [14, 124, 102]),
  })
  await quick.getByRole('switch', { name: 'Compartilhada' }).click()
  await lookAt(attendant, 'quick-message-form')
  await quick.getByRole('button', { name: 'Salvar' }).click()
  await hers.getByText('Resposta rápida salva.').first().waitFor()
  await page.getByRole('row').filter({ hasText: '/tabela' }).getByText('tabela.png').waitFor()
  await keepPicture(attendant, 'quick-messages')
  await hers.getByRole('button', { name: 'Excluir /tabela' }).click()
  await hers.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByText('Nenhuma resposta rápida por enquanto').waitFor()

  // the calendar fits every screen
  await hers.goto(`${url}/schedules`)
  await hers.getByText('Horário Padrão de Brasília', { exact: false }).waitFor()
  await lookAt(attendant, 'schedules')
  expect([...owner.complaints, ...attendant.complaints]).toEqual([])
})

/** axe finds nothing serious, and on the narrowest screen nothing overflows. */
async function lookAt(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor
  expect([name, await seriousTroubles(visitor)]).toEqual([name, []])
  await keepPicture(visitor, name)
  await page.setViewportSize({ width: 320, height: 640 })
  expect([name, await sidewaysTroubles(page)]).toEqual([name, []])
  await keepPicture(visitor, `${name}-narrow`)
  await page.setViewportSize({ width: 1366, height: 860 })
}

async function keepPicture({ page }: Visitor, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}
