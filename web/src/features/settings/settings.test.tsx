import { type CompanyView, getCompany, saveCompanyHours, saveCompanyLocale } from '@balcao/contract/companies'
import { listAllHelpVideos } from '@balcao/contract/helps'
import { liveChannel } from '@balcao/contract/live'
import { listSettings, updateSetting } from '@balcao/contract/people'
import { defaultOpeningHours } from '@balcao/domain/opening-hours'
import {
  credentialMask,
  credentialSettingKeys,
  settingDefinitions,
  settingKeys,
} from '@balcao/domain/settings'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { anAdmin, aSessionUser, aSetting, companyId, times } from '../../testing/makers'
import { openPage } from '../../testing/open-app'

const kept = [
  ...settingKeys.map((key, id) => ({
    id: id + 1,
    key: key as string,
    value: settingDefinitions[key].byDefault as string,
    ...times,
  })),
  ...credentialSettingKeys.map((key) => ({
    id: 0,
    key: key as string,
    value: key === 'asaas' ? credentialMask : '',
    ...times,
  })),
]

function openSettings({
  as = anAdmin(),
  serve,
}: {
  as?: ReturnType<typeof anAdmin>
  serve?: (server: FakeServer) => void
} = {}) {
  return openPage({
    path: '/settings',
    as,
    serve: (server) => {
      server.on(listSettings, () => kept).on(listAllHelpVideos, () => [])
      serve?.(server)
    },
  })
}
const choose = async (person: ReturnType<typeof openPage>['person'], label: string, option: string) => {
  await person.click(await screen.findByRole('combobox', { name: label }))
  await person.click(await screen.findByRole('option', { name: option }))
}

it("SETTING-01 SETTING-03 SHELL-25 an admin sees the options; super has the platform's tabs", async () => {
  openSettings()

  await screen.findByRole('combobox', { name: 'Avaliações' })
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Opções',
    'Levar os dados',
    'Auditoria',
  ])
})

it('SETTING-14 a user who is no admin cannot open the settings', async () => {
  const { server } = openSettings({ as: aSessionUser() })

  await screen.findAllByText('Acesso não permitido')
  expect(server.received(listSettings)).toEqual([])
})

it('SETTING-05 SETTING-06 SETTING-07 SETTING-09 each option is a select with its value', async () => {
  openSettings()

  await screen.findByRole('combobox', { name: 'Avaliações' })
  const shown = screen
    .getAllByRole('combobox')
    .map((field) => [field.getAttribute('aria-label'), field.textContent])
  expect(shown).toEqual([
    [null, ''], // the time zone, which has a text field
    ['Idioma da empresa', 'Português'],
    ['Avaliações', 'Desabilitado'],
    ['Gerenciamento de Expediente', 'Desabilitado'],
    ['Ignorar Mensagens de Grupos', 'Sim, ignorar'],
    ['Aceitar Chamada', 'Aceitar'],
    ['Tipo Chatbot', 'Texto'],
    ['Enviar saudação ao aceitar o ticket', 'Desabilitado'],
    ['Enviar mensagem na transferência', 'Desabilitado'],
    ['Histórico do cliente', 'Só das próprias filas'],
    ['Guardar conversas', 'Para sempre'],
  ])
})

it('O5 deleting old conversations asks first, and shows the months', async () => {
  const { person, server } = openSettings({
    serve: (fake) => fake.on(updateSetting, ({ body }) => aSetting('messageRetention', body.value)),
  })

  await choose(person, 'Guardar conversas', 'Por 1 ano')
  await screen.findByText(/finalizados há mais de 12 meses serão apagados para sempre/)
  await person.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(server.received(updateSetting)).toEqual([])

  await choose(person, 'Guardar conversas', 'Por 1 ano')
  await person.click(await screen.findByRole('button', { name: 'Apagar conversas antigas' }))
  await screen.findByText('Operação atualizada com sucesso.')
  expect(server.received(updateSetting)).toMatchObject([{ body: { value: '12' } }])
})

it('SETTING-09 SETTING-12 a choice is saved at once, with a toast', async () => {
  const { person, server } = openSettings({
    serve: (fake) => fake.on(updateSetting, ({ body }) => aSetting('userRating', body.value)),
  })

  await choose(person, 'Avaliações', 'Habilitado')

  await screen.findByText('Operação atualizada com sucesso.')
  expect(server.received(updateSetting)[0]).toMatchObject({
    params: { key: 'userRating' },
    body: { value: 'enabled' },
  })
  expect(screen.getByRole('combobox', { name: 'Avaliações' }).textContent).toBe('Habilitado')
})

it("shared history: the company chooses who sees a contact's history", async () => {
  const { person, server } = openSettings({
    serve: (fake) => fake.on(updateSetting, ({ body }) => aSetting('contactHistory', body.value)),
  })

  await screen.findByText(/lê também os atendimentos finalizados dele em outras filas/)
  await choose(person, 'Histórico do cliente', 'De todas as filas')

  await screen.findByText('Operação atualizada com sucesso.')
  expect(server.received(updateSetting)).toMatchObject([
    { params: { key: 'contactHistory' }, body: { value: 'enabled' } },
  ])
})

it('a refused choice is rolled back, with the reason', async () => {
  const { person } = openSettings({
    serve: (fake) =>
      fake.on(updateSetting, () => {
        throw refused('ERR_NO_PERMISSION')
      }),
  })

  await choose(person, 'Aceitar Chamada', 'Recusar')

  await screen.findByText('Você não tem permissão para acessar este recurso.')
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Aceitar Chamada' }).textContent).toBe('Aceitar'),
  )
})

it('RT-22 a choice of another admin shows here too', async () => {
  const { socket } = openSettings()
  await screen.findByRole('combobox', { name: 'Avaliações' })

  socket.say(liveChannel.settings(companyId), {
    action: 'update',
    setting: aSetting('scheduleType', 'queue', 6),
  })

  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Gerenciamento de Expediente' }).textContent).toBe(
      'Por fila',
    ),
  )
})

it('SETTING-08 credentials are grouped and masked; unused ones are disabled with a reason', async () => {
  openSettings()
  const field = await screen.findByLabelText('Token do ASAAS')

  for (const name of ['IXC', 'MK-AUTH', 'ASAAS']) {
    const group = within(screen.getByRole('group', { name }))
    expect(
      group.getByText(`A integração com ${name} ainda não existe neste sistema`, { exact: false }),
    ).toBeTruthy()
  }
  expect([field, screen.getByLabelText('Token do IXC')].map((one) => one.hasAttribute('disabled'))).toEqual([
    true,
    true,
  ])
  expect(field.getAttribute('placeholder')).toBe(credentialMask)
})

it('SETTING-07 the type of the bot has one value, and is disabled', async () => {
  openSettings()

  const type = await screen.findByRole('combobox', { name: 'Tipo Chatbot' })

  expect([type.textContent, type.getAttribute('aria-disabled')]).toEqual(['Texto', 'true'])
})

it('SETTING-03 SETTING-04 super has the tab Ajuda, and the settings reload on return', async () => {
  const { person, server, router } = openSettings({ as: anAdmin({ super: true }) })
  await screen.findByRole('combobox', { name: 'Avaliações' })
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent)
  expect(tabs).toEqual([
    'Opções',
    'Empresas',
    'Planos',
    'Preços da Meta',
    'Ajuda',
    'Mudanças',
    'Levar os dados',
    'Auditoria',
  ])

  await person.click(screen.getByRole('tab', { name: 'Ajuda' }))
  await screen.findByRole('heading', { name: 'Nenhum vídeo por enquanto' })
  expect(router.state.location.search).toBe('?tab=helps')
  await person.click(screen.getByRole('tab', { name: 'Opções' }))

  await screen.findByRole('combobox', { name: 'Avaliações' })
  await waitFor(() => expect(server.received(listSettings)).toHaveLength(2))
})

const withMode = (mode: string) =>
  kept.map((setting) => (setting.key === 'scheduleType' ? { ...setting, value: mode } : setting))
function aCompany(schedules: CompanyView['schedules'] = [...defaultOpeningHours]): CompanyView {
  const { plan, ...company } = anAdmin().company
  if (plan === null) throw new Error("the fixture's company has no plan")
  return {
    ...company,
    ...{ plan, planId: plan.id, schedules },
    ...{ phone: null, status: true, campaignsEnabled: true, recurrence: 'MENSAL', deleteAt: null },
    ...{ billingName: null, addressZipCode: null, addressStreet: null },
    ...{ addressState: null, addressCity: null, addressDistrict: null },
    createdAt: company.dueDate,
    updatedAt: company.dueDate,
  }
}

it.each([
  ['disabled', ['Opções', 'Levar os dados', 'Auditoria']],
  ['queue', ['Opções', 'Feriados', 'Levar os dados', 'Auditoria']],
  ['company', ['Opções', 'Horários', 'Feriados', 'Levar os dados', 'Auditoria']],
])('SETTING-02 in the mode %s the tabs are %j', async (mode, tabs) => {
  openSettings({ serve: (fake) => fake.on(listSettings, () => withMode(mode)) })

  await waitFor(() => expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs))
})

it("SETTING-02 SETTING-06 the tab Horários follows the mode, also by a colleague's choice", async () => {
  const { socket } = openSettings()
  await screen.findByRole('combobox', { name: 'Avaliações' })
  const choose = (value: string) =>
    socket.say(liveChannel.settings(companyId), {
      action: 'update',
      setting: { id: 6, key: 'scheduleType', value },
    })

  choose('company')
  await screen.findByRole('tab', { name: 'Horários' })
  choose('queue')

  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Horários' })).toBeNull())
})

it('SETTING-13 COMPANY-11 saves masked hours with a toast; does not send an invalid one', async () => {
  const { person, server } = openSettings({
    serve: (fake) =>
      fake
        .on(listSettings, () => withMode('company'))
        .on(getCompany, () => aCompany())
        .on(saveCompanyHours, ({ body }) => aCompany(body.schedules)),
  })
  await person.click(await screen.findByRole('tab', { name: 'Horários' }))
  const opens = await screen.findByLabelText('Sábado: abre às')

  await person.clear(opens)
  await person.type(opens, '2999')
  await person.click(screen.getByRole('tab', { name: 'Opções' }))
  await person.click(await screen.findByRole('button', { name: 'Continuar editando' }))
  await person.click(screen.getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Há horários incompletos. Use quatro dígitos, como 08:30.')
  await person.clear(opens)
  await person.type(opens, '0930')
  await person.click(screen.getByRole('button', { name: 'Salvar' }))

  await screen.findByText('Horários atualizados com sucesso.')
  expect(server.received(saveCompanyHours)).toHaveLength(1)
  expect(server.received(saveCompanyHours)[0]).toMatchObject({ params: { companyId } })
  expect(server.received(saveCompanyHours)[0]?.body.schedules[5]).toEqual({
    weekday: 'Sábado',
    weekdayEn: 'saturday',
    startTime: '09:30',
    endTime: '12:00',
  })
  await person.click(screen.getByRole('tab', { name: 'Opções' }))
  await screen.findByRole('combobox', { name: 'Avaliações' })
})

it('time zone and language are saved at once, and rolled back when refused', async () => {
  const company = { ...aSessionUser().company, dueDate: '2026-12-10T23:59:59.999Z' }
  let isRefused = false
  const { person, server } = openSettings({
    serve: (it) =>
      it.on(saveCompanyLocale, ({ body }) => {
        if (isRefused) throw refused('ERR_NO_COMPANY_FOUND')
        const { timeZone, language, dueDate } = company
        return { timeZone, language, ...body, dueDate } as CompanyView
      }),
  })

  const zone = await screen.findByRole('combobox', { name: 'Fuso horário' })
  await person.click(zone)
  // In one change: each letter renders hundreds of zones.
  fireEvent.change(zone, { target: { value: 'manaus' } })
  await person.click(await screen.findByRole('option', { name: 'America/Manaus' }))
  await waitFor(() => expect(server.received(saveCompanyLocale)).toHaveLength(1))
  expect(zone).toHaveProperty('value', 'America/Manaus')
  expect(server.received(saveCompanyLocale)[0]?.body).toEqual({ timeZone: 'America/Manaus' })

  isRefused = true
  await choose(person, 'Idioma da empresa', 'English')
  await waitFor(() => expect(server.received(saveCompanyLocale)).toHaveLength(2))
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Idioma da empresa' }).textContent).toBe('Português'),
  )
})
