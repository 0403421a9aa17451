import { freePort } from '@balcao/server/src/platform/testing/loopback-port'
import { openMailServer } from '@balcao/server/src/testing/mail-server'
import { expect, onTestFinished, test } from 'vitest'
import { until } from './proof/waiting'
import { seriousTroubles, sidewaysTroubles, signInByForm, visit } from './src/browser'
import { openEnvironment } from './src/environment'
import { admin } from './src/product'

test('an admin who forgot the password sets a new one by mail, and invites a colleague who chooses theirs', async () => {
  const mailServer = await openMailServer()
  onTestFinished(() => mailServer.close())
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const environment = await openEnvironment({
    environment: {
      PORT: String(port),
      SMTP_URL: mailServer.url,
      SMTP_FROM: 'Balcão <inbox@example.com>',
      PUBLIC_URL: publicUrl,
    },
  })
  onTestFinished(() => environment.close())
  const { url } = environment.product
  const linkTo = async (email: string) => {
    const link = () =>
      /http:\S+\/new-password#\S+/.exec(
        mailServer.mails.findLast(({ to }) => to.includes(email))?.text ?? '',
      )?.[0]
    await until(`a mail to ${email}`, async () => link() !== undefined, 60_000)
    return link() ?? ''
  }
  const looksWell = async (visitor: Parameters<typeof seriousTroubles>[0]) =>
    expect([...(await seriousTroubles(visitor)), ...(await sidewaysTroubles(visitor.page))]).toEqual([])

  // asks for the mail on a phone
  const owner = await visit(environment.browser, { viewport: { width: 390, height: 844 } })
  const { page } = owner
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await page.getByRole('heading', { name: 'Esqueceu a senha?' }).waitFor()
  await looksWell(owner)
  await page.getByRole('button', { name: 'Enviar e-mail' }).click()
  await page.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor()
  await looksWell(owner)

  // sets the password by its link, which then is not valid any more
  const link = await linkTo(admin.email)
  await page.goto(link)
  await page.getByText(`Conta: ${admin.email}`).waitFor()
  await looksWell(owner)
  await page.getByLabel('Nova senha', { exact: true }).fill('uma senha nova')
  await page.getByRole('button', { name: 'Salvar senha' }).click()
  await page.getByText('Senha salva. Agora entre com ela.').waitFor()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Este endereço não vale mais' }).waitFor()
  await looksWell(owner)
  await signInByForm(owner, url, admin.email, 'uma senha nova')

  // invites a colleague
  await page.goto(`${url}/users`)
  await page.getByRole('button', { name: 'Novo usuário' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nome', { exact: true }).fill('Bia Rocha')
  await form.getByLabel('E-mail', { exact: true }).fill('bia@example.com')
  await form.getByRole('switch', { name: 'Enviar convite por e-mail' }).click()
  await looksWell(owner)
  await form.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Convite enviado para bia@example.com.').waitFor()

  const bia = await visit(environment.browser)
  await bia.page.goto(await linkTo('bia@example.com'))
  await bia.page.getByRole('heading', { name: 'Boas-vindas, Bia Rocha' }).waitFor()
  await bia.page.getByLabel('Nova senha', { exact: true }).fill('a senha da bia')
  await bia.page.getByRole('button', { name: 'Salvar senha' }).click()
  await bia.page.getByText('Senha salva. Agora entre com ela.').waitFor()
  await signInByForm(bia, url, 'bia@example.com', 'a senha da bia')
})
