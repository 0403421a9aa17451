import {
  createOptOut,
  deleteOptOut,
  getCampaignSettings,
  listOptOuts,
  type OptOutView,
  saveCampaignSettings,
} from '@balcao/contract/campaigns'
import { liveChannel } from '@balcao/contract/live'
import type { CampaignId, OptOutId } from '@balcao/domain/ids'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { texts } from '../../testing/all-texts'
import { type FakeServer, refused } from '../../testing/fake-server'
import { anAdmin, companyId, times } from '../../testing/makers'
import { openPage } from '../../testing/open-app'
import { pressSave } from '../../testing/press-save'

const rows = (settings: Record<string, unknown>) =>
  Object.entries(settings).map(([key, value]) => ({
    key: key as 'variables', // one of the keys
    value: JSON.stringify(value),
  }))
const byDefault = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  optOutWord: '',
}

const open = (path = '/campaigns-config', serve?: (server: FakeServer) => void) =>
  openPage({
    path,
    as: anAdmin(),
    serve: (server) => {
      server.on(getCampaignSettings, () => rows(byDefault))
      server.on(saveCampaignSettings, ({ body }) => rows({ ...byDefault, ...body.settings }))
      serve?.(server)
    },
  })

describe('the settings of campaigns', () => {
  it.each([
    ['CAMP-21', 'Intervalo aleatório de envio', '20 segundos', 'Sem intervalo', [5, 10, 15, 20]],
    [
      'CAMP-22',
      'Intervalo maior após',
      '20 segundos',
      'Não definido',
      [1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120],
    ],
    [
      'CAMP-23',
      'Intervalo de envio maior',
      '60 segundos',
      'Sem intervalo',
      [1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120],
    ],
  ])(
    'CAMP-20 CAMP-24 %s %s is %s by default and offers exactly its options',
    async (_, field, chosen, none, seconds) => {
      const { person } = open()
      const choice = await screen.findByRole('combobox', { name: field })
      expect(choice.textContent).toBe(chosen)

      await person.click(choice)

      const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
      expect(offered).toEqual([none, ...seconds.map((one) => (one === 1 ? '1 segundo' : `${one} segundos`))])
    },
  )

  it('CAMP-21 CAMP-22 CAMP-23 offers and saves every required option', async () => {
    const { server, person } = open()
    for (const [field, option] of [
      ['Intervalo aleatório de envio', 'Sem intervalo'],
      ['Intervalo maior após', '120 segundos'],
      ['Intervalo de envio maior', '1 segundo'],
    ] as const) {
      await person.click(await screen.findByRole('combobox', { name: field }))
      await person.click(await screen.findByRole('option', { name: option }))
    }
    expect(screen.getByText(/o WhatsApp pode bloquear o número/)).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Salvar configurações' }))

    await screen.findByText('Configurações salvas')
    expect(server.received(saveCampaignSettings)[0]?.body.settings).toMatchObject({
      messageInterval: 0,
      longerIntervalAfter: 120,
      greaterInterval: 1,
    })
  })

  it('CAMP-26 CAMP-27 adds a variable once and empties its draft; deletes one; saves', async () => {
    const { server, person } = open()
    const add = async (key: string, value: string) => {
      await person.type(await screen.findByLabelText('Atalho'), key)
      await person.type(screen.getByLabelText('Conteúdo'), value)
      await person.click(screen.getByRole('button', { name: 'Adicionar' }))
    }
    await add('cupom', 'SOFA10')
    await screen.findByRole('row', { name: /\{cupom\}.*SOFA10/ })
    await add('cupom', 'OUTRO')
    await screen.findByText('Já existe uma variável com o atalho cupom.')
    const draft = () =>
      ['Atalho', 'Conteúdo'].map((field) => screen.getByLabelText<HTMLInputElement>(field).value)
    expect(draft()).toEqual(['cupom', 'OUTRO'])
    expect(screen.queryByRole('row', { name: /OUTRO/ })).toBeNull()
    for (const field of ['Atalho', 'Conteúdo']) await person.clear(screen.getByLabelText(field))
    await add('loja', 'Centro')
    expect(draft()).toEqual(['', ''])
    await person.click(screen.getByRole('button', { name: 'Excluir a variável loja' }))
    await person.click(screen.getByRole('button', { name: 'Salvar configurações' }))

    await screen.findByText('Configurações salvas')
    expect(server.received(saveCampaignSettings)[0]?.body).toEqual({
      settings: { ...byDefault, variables: [{ key: 'cupom', value: 'SOFA10' }] },
    })
  })
})

describe('the opt-outs', () => {
  const path = '/campaigns-config?tab=optOuts'
  const anOptOut = (id: number, change: Partial<OptOutView> = {}): OptOutView => ({
    id: id as OptOutId, // branding
    name: 'Lívia Prado',
    number: '5551987650001',
    word: 'SAIR',
    isFromWhatsapp: false,
    campaign: { id: 1 as CampaignId, name: 'Semana do Estofado' }, // branding
    ...times,
    createdAt: '2026-11-20T12:00:00.000Z',
    ...change,
  })
  const pageOf = (...records: OptOutView[]) => ({ records, count: records.length, hasMore: false })

  it('CAMP-18 list the word, the campaign and the day; a new one shows live', async () => {
    const { server, socket } = open(path, (fake) => fake.on(listOptOuts, () => pageOf(anOptOut(1))))
    const row = await screen.findByRole('row', { name: /Lívia Prado/ })
    for (const words of ['+55 51 98765-0001', 'SAIR', 'Semana do Estofado', '20/11/26 09:00'])
      expect(row.textContent).toContain(words)

    server.on(listOptOuts, () => pageOf(anOptOut(2, { name: 'Rui' }), anOptOut(1)))
    socket.say(liveChannel.campaignOptOut(companyId), {
      action: 'create',
      record: anOptOut(2, { name: 'Rui' }),
    })

    await screen.findByRole('row', { name: /Rui/ })
  })

  it('tell who stopped marketing messages at WhatsApp, also without a number', async () => {
    const atWhatsapp = anOptOut(1, { number: '', word: null, campaign: null, isFromWhatsapp: true })
    open(path, (fake) => fake.on(listOptOuts, () => pageOf(atWhatsapp)))

    const row = await screen.findByRole('row', { name: /Lívia Prado/ })
    expect(row.textContent).toContain('Recusou no WhatsApp')
    expect(row.textContent).not.toContain('+')
  })

  it('CAMP-18 a person can be added once, and removed after a question', async () => {
    const { server, person } = open(path, (fake) => {
      fake.on(listOptOuts, () => pageOf())
      fake.on(createOptOut, () => {
        throw refused('ERR_OPT_OUT_ALREADY_EXISTS')
      })
      fake.on(deleteOptOut, () => ({ message: 'opt-out deleted' }))
    })
    await screen.findByRole('heading', { name: 'Ninguém pediu para sair' })
    await person.click(screen.getByRole('button', { name: 'Anotar pessoa' }))
    const dialog = await screen.findByRole('dialog')
    await person.type(within(dialog).getByLabelText('Nome'), 'Lívia Prado')
    await person.type(within(dialog).getByLabelText('Número'), '51 98765-0001')
    await pressSave(person, dialog)
    await within(dialog).findByText(texts.pt?.errors?.ERR_OPT_OUT_ALREADY_EXISTS as string)
    expect(within(dialog).getByLabelText('Número').getAttribute('aria-invalid')).toBe('true')

    server.on(createOptOut, () => anOptOut(1, { word: null, campaign: null }))
    server.on(listOptOuts, () => pageOf(anOptOut(1, { word: null, campaign: null })))
    await pressSave(person, dialog)
    await screen.findByText('Anotado.')
    expect((await screen.findByRole('row', { name: /Lívia/ })).textContent).toContain('Anotado pela equipe')

    await person.click(screen.getByRole('button', { name: 'Voltar a enviar para Lívia Prado' }))
    await person.click(await screen.findByRole('button', { name: 'Voltar a enviar' }))
    await screen.findByText('Lívia Prado volta a receber campanhas.')
    expect(server.received(deleteOptOut)[0]?.params).toEqual({ optOutId: 1 })
  })
})
