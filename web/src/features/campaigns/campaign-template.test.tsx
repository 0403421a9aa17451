import {
  type CampaignView,
  createCampaign,
  getCampaign,
  getCampaignFigures,
  getCampaignSettings,
  listCampaignShippings,
  listCampaigns,
  updateCampaign,
} from '@balcao/contract/campaigns'
import { listConnections } from '@balcao/contract/connections'
import { listContactListChoices } from '@balcao/contract/contact-lists'
import { listFileLists } from '@balcao/contract/file-lists'
import { listMessageTemplates, type MessageTemplateView } from '@balcao/contract/message-templates'
import type { MessageTemplateId } from '@balcao/domain/ids'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aCampaign, aShipping, aWholeCampaign, someCounts } from '../../testing/campaign-makers'
import type { FakeServer } from '../../testing/fake-server'
import { aConnection, anAdmin, connectionId } from '../../testing/makers'
import { openApp, openPage } from '../../testing/open-app'
import { pressSave } from '../../testing/press-save'
import { aTemplate } from '../../testing/template-makers'

const official = aConnection({ id: connectionId(4), name: 'Oficial', provider: 'cloud', isDefault: false })
const other = aConnection({ ...official, id: connectionId(5), name: 'Outra oficial' })
const values = { header: {}, body: { 1: '{{name}}' }, buttons: {} }
const chosen = { templateId: 7 as MessageTemplateId, name: 'pedido_enviado', language: 'pt_BR', values }

interface DialogFixture {
  readonly campaigns?: readonly CampaignView[]
  readonly templates?: readonly MessageTemplateView[]
  readonly serve?: (server: FakeServer) => void
}

async function openDialog({ campaigns = [], templates = [aTemplate()], serve }: DialogFixture = {}) {
  const app = openApp({
    path: '/campaigns',
    as: anAdmin(),
    serve: (server) => {
      server
        .on(listCampaigns, () => ({ records: [...campaigns], count: campaigns.length, hasMore: false }))
        .on(listConnections, () => [aConnection(), official, other])
        .on(listContactListChoices, () => [])
        .on(listFileLists, () => ({ files: [], count: 0, hasMore: false }))
        .on(getCampaignSettings, () => [
          { key: 'variables' as const, value: JSON.stringify([{ key: 'cupom', value: 'SOFA10' }]) },
        ])
        .on(listMessageTemplates, () => ({ templates: [...templates], checkedAt: null }))
        .on(createCampaign, () => aCampaign())
        .on(updateCampaign, () => aCampaign())
      serve?.(server)
    },
  })
  const [campaign] = campaigns
  const opener = campaign === undefined ? 'Nova campanha' : `Editar ${campaign.name}`
  await app.person.click((await screen.findAllByRole('button', { name: opener }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  const choose = async (field: string, option: string) => {
    await app.person.click(await within(dialog).findByRole('combobox', { name: field }))
    await app.person.click(await screen.findByRole('option', { name: option }))
  }
  return { ...app, dialog, choose, save: () => pressSave(app.person, dialog) }
}

describe('a campaign over a number of the official API', () => {
  it('asks for a template in place of the messages, says why, and shows it filled', async () => {
    const { server, person, dialog, choose, save } = await openDialog()
    await person.click(within(dialog).getByLabelText('Nome'))
    await person.paste('Oferta')
    await person.click(within(dialog).getByLabelText('Mensagem 1'))
    await person.paste('Um texto')

    await choose('Conexão', 'Oficial')

    await within(dialog).findByText(
      'Por esta conexão, a primeira mensagem precisa ser um modelo que a Meta aprovou.',
    )
    expect(within(dialog).queryByLabelText('Mensagem 1')).toBeNull()
    expect(within(dialog).queryByText('Lista de arquivos')).toBeNull()
    await save()
    await within(dialog).findByText('Escolha um modelo.')
    expect(document.activeElement).toBe(within(dialog).getByRole('combobox', { name: 'Modelo' }))
    expect(server.received(createCampaign)).toEqual([])

    await choose('Modelo', 'pedido_enviado · pt_BR')
    const field = await within(dialog).findByLabelText<HTMLInputElement>('Variável 1')
    expect(field.value).toBe('{{name}}')
    const preview = within(dialog).getByRole('figure', { name: 'Como o cliente vê' })
    expect(preview.textContent).toContain('Olá, Maria Souza! Saiu hoje.')
    await person.clear(field)
    await save()
    await within(dialog).findByText('Preencha esta variável.')
    expect(server.received(createCampaign)).toEqual([])
    await person.click(field)
    await person.paste('{nome}, use {cupom}')
    expect(preview.textContent).toContain('Olá, Maria Souza, use SOFA10! Saiu hoje.')
    await save()

    await screen.findByText('Campanha salva.')
    expect(server.received(createCampaign)[0]?.body).toMatchObject({
      whatsappId: 4,
      template: { templateId: 7, values: { body: { 1: '{nome}, use {cupom}' } } },
      fileListId: null,
    })
  })

  it('another connection and back keeps both the texts and the template', async () => {
    const { server, person, dialog, choose, save } = await openDialog()
    await person.click(within(dialog).getByLabelText('Nome'))
    await person.paste('Oferta')
    await person.click(within(dialog).getByLabelText('Mensagem 1'))
    await person.paste('Um texto')
    await choose('Conexão', 'Oficial')
    await choose('Modelo', 'pedido_enviado · pt_BR')

    await choose('Conexão', 'Loja Centro')
    expect((await within(dialog).findByLabelText<HTMLTextAreaElement>('Mensagem 1')).value).toBe('Um texto')
    await choose('Conexão', 'Oficial')
    expect((await within(dialog).findByLabelText<HTMLInputElement>('Variável 1')).value).toBe('{{name}}')
    await choose('Conexão', 'Loja Centro')
    await save()

    await screen.findByText('Campanha salva.')
    expect(server.received(createCampaign)[0]?.body).toMatchObject({ message1: 'Um texto', template: null })
  })

  it('with confirmation the template is the question, and the messages follow', async () => {
    const { server, person, dialog, choose, save } = await openDialog()
    await person.click(within(dialog).getByLabelText('Nome'))
    await person.paste('Oferta')
    await choose('Conexão', 'Oficial')
    await choose('Modelo', 'pedido_enviado · pt_BR')
    await person.click(within(dialog).getByRole('switch', { name: 'Confirmação' }))

    await within(dialog).findByText(/O modelo é o pedido de confirmação/)
    within(dialog).getByRole('group', { name: 'Mensagens depois da resposta' })
    expect(within(dialog).queryByLabelText('Confirmação 1')).toBeNull()
    await save()
    await waitFor(() =>
      expect(within(dialog).getByLabelText('Mensagem 1').getAttribute('aria-invalid')).toBe('true'),
    )
    await person.click(within(dialog).getByLabelText('Mensagem 1'))
    await person.paste('Aqui está.')
    await save()

    await screen.findByText('Campanha salva.')
    expect(server.received(createCampaign)[0]?.body).toMatchObject({
      confirmation: true,
      message1: 'Aqui está.',
      template: { templateId: 7 },
    })
  })

  it('without an approved template it says so beforehand, with the way to the templates', async () => {
    const { dialog, choose } = await openDialog({ templates: [aTemplate({ status: 'PENDING' })] })

    await choose('Conexão', 'Oficial')

    await within(dialog).findByText('Esta conexão ainda não tem modelo aprovado.')
    const way = within(dialog).getByRole('link', { name: 'Ver modelos' })
    expect(way.getAttribute('href')).toBe('/connections/4/templates')
    within(dialog).getByText(/a campanha não pode ser salva por esta conexão/)
  })

  it('without an approved template saving says so at the field, which gets the focus', async () => {
    const { server, person, dialog, choose, save } = await openDialog({ templates: [] })
    await person.click(within(dialog).getByLabelText('Nome'))
    await person.paste('Oferta')
    await choose('Conexão', 'Oficial')
    const field = await within(dialog).findByRole('combobox', { name: 'Modelo' })
    expect(field.getAttribute('aria-invalid')).toBe('false')

    await save()

    await waitFor(() => expect(document.activeElement).toBe(field))
    const error = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(error?.textContent).toContain('Esta conexão ainda não tem modelo aprovado.')
    expect(server.received(createCampaign)).toEqual([])
  })

  it('a header with a file asks for one of its kind', async () => {
    const picture = aTemplate({
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Veja!' },
      ],
    })
    const { server, person, dialog, choose, save } = await openDialog({ templates: [picture] })
    await person.click(within(dialog).getByLabelText('Nome'))
    await person.paste('Oferta')
    await choose('Conexão', 'Oficial')
    expect(within(dialog).queryByLabelText('Arquivo')).toBeNull()
    await choose('Modelo', 'pedido_enviado · pt_BR')
    await save()
    await within(dialog).findByText('Escolha o arquivo do cabeçalho deste modelo.')

    fireEvent.change(within(dialog).getByLabelText('Arquivo'), {
      target: { files: [new File(['x'], 'tabela.pdf', { type: 'application/pdf' })] },
    })

    await within(dialog).findByText('O tipo do arquivo não serve para o cabeçalho deste modelo.')
    expect(server.received(createCampaign)).toEqual([])
  })

  it('a file that was chosen before the template is checked for its header', async () => {
    const video = aTemplate({
      components: [
        { type: 'HEADER', format: 'VIDEO' },
        { type: 'BODY', text: 'Veja!' },
      ],
    })
    const { server, person, dialog, choose, save } = await openDialog({ templates: [video] })
    await person.click(within(dialog).getByLabelText('Nome'))
    await person.paste('Oferta')
    await person.upload(
      within(dialog).getByLabelText('Arquivo'),
      new File(['x'], 'tabela.pdf', { type: 'application/pdf' }),
    )

    await choose('Conexão', 'Oficial')
    await choose('Modelo', 'pedido_enviado · pt_BR')

    await within(dialog).findByText('O tipo do arquivo não serve para o cabeçalho deste modelo.')
    await save()
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Arquivo')))
    expect(server.received(createCampaign)).toEqual([])
  })

  it('shows the template of a saved campaign', async () => {
    const saved = aCampaign({ whatsappId: official.id, template: chosen })
    const { dialog } = await openDialog({ campaigns: [saved] })

    expect((await within(dialog).findByLabelText<HTMLInputElement>('Variável 1')).value).toBe('{{name}}')
  })

  it('says when the template of a saved campaign was deleted', async () => {
    const template = { templateId: null, name: null, language: null, values }
    const { dialog } = await openDialog({ campaigns: [aCampaign({ whatsappId: official.id, template })] })

    await within(dialog).findByText('O modelo escolhido foi excluído. Escolha outro.')
  })

  it('says nothing of a deleted template over another connection', async () => {
    const template = { templateId: null, name: null, language: null, values }
    const { dialog, choose } = await openDialog({
      campaigns: [aCampaign({ whatsappId: official.id, template })],
    })
    await within(dialog).findByText('O modelo escolhido foi excluído. Escolha outro.')

    await choose('Conexão', 'Outra oficial')

    await within(dialog).findByRole('combobox', { name: 'Modelo' })
    expect(within(dialog).queryByText('O modelo escolhido foi excluído. Escolha outro.')).toBeNull()
  })
})

describe('the report of a campaign with a template', () => {
  const openReport = (change: Partial<CampaignView>, templates = [aTemplate()]) =>
    openPage({
      path: '/campaign/1/report',
      as: anAdmin(),
      serve: (server) => {
        server
          .on(getCampaign, () => aWholeCampaign({ whatsappId: official.id, ...change }))
          .on(getCampaignFigures, () => ({ counts: someCounts(), endsAt: null, stepSeconds: 0, series: [] }))
          .on(listCampaignShippings, () => ({
            records: [
              aShipping(1, { name: 'Bia', number: 'BR.1349120865', state: 'skipped', reason: 'noPhone' }),
            ],
            count: 1,
            hasMore: false,
          }))
          .on(listConnections, () => [aConnection(), official])
          .on(getCampaignSettings, () => [])
          .on(listMessageTemplates, () => ({ templates, checkedAt: null }))
      },
    })

  it('names the template and shows it in place of the texts', async () => {
    openReport({ template: chosen })

    expect((await screen.findByText('pedido_enviado · pt_BR')).tagName).toBe('DD')
    const preview = await screen.findByRole('figure', { name: 'Como o cliente vê' })
    expect(preview.textContent).toContain('Olá, Maria Souza! Saiu hoje.')
    expect(screen.queryByText('1 mensagem')).toBeNull()
    const row = await screen.findByRole('row', { name: /Bia/ })
    expect(row.textContent).toContain('BR.1349120865')
    expect(row.textContent).toContain('Sem telefone: só pela API oficial')
  })

  it('a pause for the template names the remedy, and no pace', async () => {
    openReport({
      template: { ...chosen, templateId: null, name: null, language: null },
      status: 'EM_ANDAMENTO',
      pausedBecause: 'ERR_CAMPAIGN_TEMPLATE_GONE',
      pausedAt: '2026-11-20T11:30:00.000Z',
    })

    await screen.findByText(
      'O modelo desta campanha foi excluído. Cancele a campanha, escolha outro modelo e reinicie.',
    )
    expect(screen.getByText('Excluído').tagName).toBe('DD')
    expect(screen.queryByRole('link', { name: 'Mudar o ritmo' })).toBeNull()
  })
})
