import { type ConnectionView, listConnections } from '@balcao/contract/connections'
import { getContact } from '@balcao/contract/contacts'
import { listMessageTemplates, type MessageTemplateView } from '@balcao/contract/message-templates'
import {
  createSchedule,
  getScheduleReplyWindow,
  listSchedules,
  type ScheduleView,
  updateSchedule,
  uploadScheduleMedia,
} from '@balcao/contract/schedules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeUploads } from '../../testing/fake-uploads'
import { aConnection, connectionId } from '../../testing/makers'
import { openDrawer } from '../../testing/open-drawer'
import { pressSave } from '../../testing/press-save'
import { aSchedule } from '../../testing/schedule-makers'
import { aTemplate } from '../../testing/template-makers'
import { aContact, contactId } from '../../testing/ticket-makers'

const official = aConnection({ id: connectionId(4), name: 'Oficial', provider: 'cloud', isDefault: true })
const phone = aConnection({ id: connectionId(5), name: 'Celular', isDefault: false })
const other = aConnection({ id: connectionId(6), name: 'Outra oficial', provider: 'cloud', isDefault: false })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

interface Opening {
  readonly templates?: readonly MessageTemplateView[]
  readonly schedules?: readonly ScheduleView[]
  readonly closesAt?: string | null
  readonly connections?: Promise<ConnectionView[]>
}

async function open(opening: Opening = {}) {
  const { templates = [aTemplate()], schedules = [], closesAt = inHours(-1), connections } = opening
  const app = await openDrawer({
    serve: (server) =>
      server
        .on(listConnections, () => connections ?? [official, phone, other])
        .on(listMessageTemplates, () => ({ templates: [...templates], checkedAt: null }))
        .on(listSchedules, () => ({ schedules: [...schedules], count: schedules.length, hasMore: false }))
        .on(getScheduleReplyWindow, ({ query }) => ({
          whatsappId: query.whatsappId ?? null,
          isLimited: query.whatsappId === official.id,
          closesAt: query.whatsappId === official.id ? closesAt : null,
        }))
        .on(getContact, () => aContact({ email: 'marina@exemplo.com' }))
        .on(createSchedule, ({ body }) => aSchedule({ sendAt: body.sendAt }))
        .on(updateSchedule, () => aSchedule()),
  })
  return app
}

async function openNew(opening?: Opening) {
  const app = await open(opening)
  await app.person.click(await within(app.drawer).findByRole('button', { name: 'Agendar' }))
  const form = await screen.findByRole('dialog', { name: 'Novo agendamento' })
  const dialog = within(form)
  const choose = async (label: string, option: string | RegExp) => {
    await app.person.click(await dialog.findByRole('combobox', { name: label }))
    await app.person.click(await screen.findByRole('option', { name: option }))
  }
  return { ...app, dialog, choose, save: () => pressSave(app.person, form) }
}

async function openStored(schedule: ScheduleView, opening?: Opening) {
  const app = await open({ ...opening, schedules: [schedule] })
  const section = within(within(app.drawer).getByRole('region', { name: 'Agendamentos' }))
  await app.person.click(await section.findByRole('button', { name: 'Editar agendamento' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar agendamento' }))
  return { ...app, dialog, section }
}

it('says beforehand that a free text will not arrive, and schedules a template in its place', async () => {
  const { dialog, choose, save, person, server } = await openNew()

  expect(await dialog.findByText(/fechou em .* Um modelo pode ser enviado a qualquer hora/)).toBeTruthy()
  await choose('O que enviar', 'Modelo de mensagem')
  await save()
  expect(await dialog.findByText('Escolha um modelo.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Modelo' })))
  expect(server.received(createSchedule)).toEqual([])
  await choose('Modelo', /pedido_enviado/)
  const value = dialog.getByLabelText('Variável 1')
  expect(value).toHaveProperty('value', '{{firstName}}')
  const preview = within(dialog.getByRole('figure', { name: 'Como o cliente vê' }))
  expect(preview.getByText('Olá, Marina! Saiu hoje.')).toBeTruthy()
  await person.clear(value)
  await save()
  expect(await dialog.findByText('Preencha esta variável.')).toBeTruthy()
  expect(server.received(createSchedule)).toEqual([])
  await person.click(value)
  await person.paste('{{name}}')
  await save()

  await waitFor(() => expect(server.received(createSchedule)).toHaveLength(1))
  const [sent] = server.received(createSchedule)
  expect(sent?.body).toMatchObject({
    contactId: contactId(1),
    template: { templateId: aTemplate().id, values: { header: {}, body: { 1: '{{name}}' }, buttons: {} } },
    pictureFollows: false,
  })
})

it.each([
  ['open at the chosen time', inHours(23), /aberta até .* um texto livre ainda chega/],
  ['closed before it', inHours(0.5), /antes deste horário/],
  ['never opened', null, /ainda não escreveu para a conexão Oficial/],
])('the window is %s', async (_, closesAt, words) => {
  const { dialog } = await openNew({ closesAt })

  expect(await dialog.findByText(words)).toBeTruthy()
})

it('a connection without a window offers neither templates nor a warning', async () => {
  const { dialog, choose, save, person, server } = await openNew()
  await dialog.findByRole('combobox', { name: 'O que enviar' })

  await choose('Conexão', 'Celular')

  expect(dialog.queryByRole('combobox', { name: 'O que enviar' })).toBeNull()
  expect(dialog.queryByText(/janela/)).toBeNull()
  await person.click(dialog.getByRole('textbox', { name: 'Mensagem' }))
  await person.paste('O linho chegou!')
  await save()
  await waitFor(() => expect(server.received(createSchedule)).toHaveLength(1))
  expect(server.received(createSchedule)[0]?.body).toMatchObject({ body: 'O linho chegou!', template: null })
})

it('a template with a file asks for it, refuses another type, and sends it after the words', async () => {
  const uploads = fakeUploads()
  const document = aTemplate({
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Chegou a novidade.' },
    ],
  })
  const { dialog, choose, save, server } = await openNew({ templates: [document] })
  server.on(uploadScheduleMedia, () => ({ ...aSchedule(), mensagem: 'Arquivo anexado' }))
  await choose('O que enviar', 'Modelo de mensagem')
  await choose('Modelo', /pedido_enviado/)

  await save()
  expect(await dialog.findByText('Escolha o arquivo do cabeçalho deste modelo.')).toBeTruthy()
  const input = dialog.getByLabelText('Arquivo do cabeçalho')
  fireEvent.change(input, {
    target: { files: [new File(['%PDF'], 'nota.pdf', { type: 'application/pdf' })] },
  })
  expect(await dialog.findByText(/tipo do arquivo não serve/)).toBeTruthy()
  fireEvent.change(input, { target: { files: [new File(['png'], 'foto.png', { type: 'image/png' })] } })
  await save()

  await waitFor(() => expect(server.received(createSchedule)).toHaveLength(1))
  expect(server.received(createSchedule)[0]?.body).toMatchObject({ pictureFollows: true })
  await waitFor(() => expect(uploads()[0]?.files.map(({ name }) => name)).toEqual(['foto.png']))
})

it('a file that was chosen before the template is checked for its header', async () => {
  const document = aTemplate({
    components: [
      { type: 'HEADER', format: 'DOCUMENT' },
      { type: 'BODY', text: 'Segue a nota.' },
    ],
  })
  const { dialog, choose, save, server } = await openNew({ templates: [document] })
  fireEvent.change(await dialog.findByLabelText('Imagem'), {
    target: { files: [new File(['png'], 'foto.png', { type: 'image/png' })] },
  })

  await choose('O que enviar', 'Modelo de mensagem')
  await choose('Modelo', /pedido_enviado/)

  expect(await dialog.findByText(/tipo do arquivo não serve/)).toBeTruthy()
  await save()
  expect(server.received(createSchedule)).toEqual([])
})

it('without an approved template saving says so at the field, which gets the focus', async () => {
  const { dialog, choose, save, server } = await openNew({ templates: [] })
  await choose('O que enviar', 'Modelo de mensagem')
  await dialog.findByText(/Um administrador cria modelos em Conexões/)

  await save()

  const field = dialog.getByRole('combobox', { name: 'Modelo' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  const error = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(error?.textContent).toContain('Nenhum modelo aprovado.')
  expect(server.received(createSchedule)).toEqual([])
})

it("the preview fills the contact's e-mail, as sending does", async () => {
  const { dialog, choose, person } = await openNew()
  await choose('O que enviar', 'Modelo de mensagem')
  await choose('Modelo', /pedido_enviado/)
  const value = await dialog.findByLabelText('Variável 1')

  await person.clear(value)
  await person.paste('{{email}}')

  const preview = dialog.getByRole('figure', { name: 'Como o cliente vê' })
  await waitFor(() => expect(preview.textContent).toContain('Olá, marina@exemplo.com! Saiu hoje.'))
})

const values = { header: {}, body: { 1: '{{name}}' }, buttons: {} }

it('the list marks templates, and a deleted one asks for another', async () => {
  const lost = aSchedule({ whatsappId: official.id, template: { templateId: null, values } })
  const { dialog, section } = await openStored(lost)

  expect(section.getByText('Modelo de mensagem')).toBeTruthy()
  expect(section.getByText('Este modelo foi excluído.')).toBeTruthy()
  expect(await dialog.findByText(/foi excluído ou não está mais aprovado/)).toBeTruthy()
})

it('over another connection nothing says that the template was deleted', async () => {
  const stored = aSchedule({ whatsappId: official.id, template: { templateId: aTemplate().id, values } })
  const { dialog, person, server } = await openStored(stored)
  await dialog.findByLabelText('Variável 1')
  server.on(listMessageTemplates, () => ({ templates: [], checkedAt: null }))

  await person.click(dialog.getByRole('combobox', { name: 'Conexão' }))
  await person.click(await screen.findByRole('option', { name: 'Outra oficial' }))

  await dialog.findByText('Nenhum modelo aprovado.')
  expect(dialog.queryByText(/foi excluído ou não está mais aprovado/)).toBeNull()
})

it('a schedule that is saved while the connections load keeps its template', async () => {
  const connections = new Promise<ConnectionView[]>(() => undefined)
  const stored = aSchedule({
    ...{ body: 'Oi', whatsappId: official.id },
    template: { templateId: aTemplate().id, values },
  })
  const { dialog, person, server } = await openStored(stored, { connections })
  expect(await dialog.findByRole('textbox', { name: 'Mensagem' })).toHaveProperty('disabled', true)

  await person.click(dialog.getByRole('button', { name: 'Salvar' }))

  await waitFor(() => expect(server.received(updateSchedule)).toHaveLength(1))
  const body = server.received(updateSchedule)[0]?.body
  expect(body).not.toHaveProperty('template')
  expect(body).not.toHaveProperty('body')
})

it('the free text of a template replaces it', async () => {
  const stored = aSchedule({
    ...{ body: 'Olá, {{name}}! Saiu hoje.', whatsappId: official.id },
    template: { templateId: aTemplate().id, values },
  })
  const { dialog, person, server } = await openStored(stored)
  expect(await dialog.findByLabelText('Variável 1')).toHaveProperty('value', '{{name}}')

  await person.click(dialog.getByRole('combobox', { name: 'O que enviar' }))
  await person.click(await screen.findByRole('option', { name: 'Texto livre' }))
  await person.click(dialog.getByText('Salvar'))

  await waitFor(() => expect(server.received(updateSchedule)).toHaveLength(1))
  expect(server.received(updateSchedule)[0]?.body).toMatchObject({
    body: 'Olá, {{name}}! Saiu hoje.',
    template: null,
  })
})
