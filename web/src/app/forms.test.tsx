import { announcementForm } from '@balcao/contract/announcements'
import { getCheckout, listInvoices, subscriptionForm } from '@balcao/contract/billing'
import { campaignForm, optOutForm } from '@balcao/contract/campaigns'
import { chatForm } from '@balcao/contract/chats'
import { companyForm } from '@balcao/contract/companies'
import { connectionForm } from '@balcao/contract/connections'
import { contactListForm, contactListItemForm } from '@balcao/contract/contact-lists'
import { contactForm } from '@balcao/contract/contacts'
import { fileListForm } from '@balcao/contract/file-lists'
import { helpVideoForm } from '@balcao/contract/helps'
import { holidayForm, listHolidays } from '@balcao/contract/holidays'
import { integrationForm } from '@balcao/contract/integrations'
import { getSessionUser, listSettings, refreshAccessToken, userForm } from '@balcao/contract/people'
import { listPublicPlans, planForm } from '@balcao/contract/plans'
import { promptForm } from '@balcao/contract/prompts'
import { listQueues, queueForm } from '@balcao/contract/queues'
import { quickMessageForm } from '@balcao/contract/quick-messages'
import { scheduleForm } from '@balcao/contract/schedules'
import { signupForm } from '@balcao/contract/signup'
import { tagForm } from '@balcao/contract/tags'
import { webhookForm } from '@balcao/contract/webhooks'
import type { InvoiceId, PlanId } from '@balcao/domain/ids'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { FakeServer } from '../testing/fake-server'
import { anAdmin, aQueue, times } from '../testing/makers'
import { openApp } from '../testing/open-app'
import { serveAll } from '../testing/serve-all'

/** A form: its page, the clicks that open it, the server's schema, and each rule of a field. */
interface Form {
  readonly name: string
  readonly path: string
  readonly opens?: readonly (string | RegExp)[]
  readonly saves?: string
  readonly schema: z.ZodType
  readonly rules: readonly Rule[]
  /** The document demands an alert, which is above the fields. */
  readonly isAlert?: boolean
}
/** The field on the wire, its label, the typed text, and the error text of the documents. */
type Rule = readonly [field: string, label: string, typed: string, words: string]

const long = 'a'.repeat(51)
/** 000§5, 001§5, 002§5: a name of 2 to 50 characters. */
const nameRules = (label = 'Nome'): Rule[] => [
  ['name', label, '', 'Required'],
  ['name', label, 'a', 'Too Short!'],
  ['name', label, long, 'Too Long!'],
]
const emailRules = (label = 'E-mail'): Rule[] => [
  ['email', label, '', 'Required'],
  ['email', label, 'ana', 'Invalid email'],
]
const passwordRules = (label = 'Senha'): Rule[] => [
  ['password', label, '', 'Required'],
  ['password', label, 'abcd', 'Too Short!'],
  ['password', label, long, 'Too Long!'],
]
const numberRules = (label: string): Rule[] => [
  ['number', label, '', 'Required'],
  ['number', label, '5555555', 'Too Short!'],
  ['number', label, '5'.repeat(51), 'Too Long!'],
]

const forms: readonly Form[] = [
  {
    name: 'AUTH-23 sign-up',
    path: '/signup',
    saves: 'Cadastrar',
    schema: signupForm,
    rules: [...nameRules('Nome da empresa'), ...emailRules(), ...passwordRules()],
  },
  {
    name: 'USER-04 USER-05 user',
    path: '/users',
    opens: ['Novo usuário'],
    schema: userForm,
    rules: [...nameRules(), ...emailRules(), ...passwordRules()],
  },
  {
    name: 'CONTACT-02 CONTACT-03 contact',
    path: '/contacts',
    opens: ['Adicionar contato', 'Adicionar dado'],
    schema: contactForm,
    rules: [
      ...nameRules(),
      ...numberRules('Número do WhatsApp'),
      ['email', 'E-mail', 'ana', 'Invalid email'],
    ],
  },
  {
    name: 'CONN-16 connection',
    path: '/connections',
    opens: ['Nova conexão'],
    schema: connectionForm,
    rules: nameRules(),
  },
  {
    name: 'QUEUE-09 QUEUE-10 queue',
    path: '/queues',
    opens: ['Nova fila'],
    schema: queueForm,
    rules: [
      ...nameRules(),
      ['color', 'Cor', '', 'Required'],
      ['color', 'Cor', '#f', 'Too Short!'],
      ['color', 'Cor', 'blueviolet', 'Too Long!'],
      ['orderQueue', 'Ordem', 'dois', 'Invalid number'],
      ['orderQueue', 'Ordem', '-1', 'Invalid number'],
    ],
  },
  {
    name: 'TAG-03 tag',
    path: '/tags',
    opens: ['Nova tag'],
    schema: tagForm,
    rules: [
      ['name', 'Nome', '', 'Obrigatório'],
      ['name', 'Nome', 'ab', 'Mensagem muito curta'],
    ],
  },
  {
    name: 'TAG-03 column of the board',
    path: '/kanban',
    opens: ['Editar colunas', 'Adicionar coluna'],
    schema: tagForm,
    rules: [
      ['name', 'Nome', '', 'Obrigatório'],
      ['name', 'Nome', 'ab', 'Mensagem muito curta'],
    ],
  },
  {
    name: 'SUBSCR-02 checkout',
    path: '/financeiro',
    opens: [/^PAGAR fatura/],
    saves: 'Avançar',
    schema: subscriptionForm,
    rules: [
      ['firstName', 'Nome completo', '', 'O nome completo é obrigatório'],
      ['address2', 'Endereço', '', 'O Endereço é obrigatório'],
      ['city', 'Cidade', '', 'Cidade é obrigatória'],
      ['zipcode', 'CEP', '', 'CEP é obrigatório'],
    ],
  },
  {
    name: 'QUICK-03 quick message',
    path: '/quick-messages',
    opens: ['Nova resposta rápida'],
    schema: quickMessageForm,
    rules: [['shortcode', 'Atalho', '', 'Obrigatório']],
  },
  {
    name: 'SCHED-05 SCHED-06 schedule',
    path: '/schedules',
    opens: [/^Novo/],
    schema: scheduleForm,
    rules: [
      ['body', 'Mensagem', '', 'Obrigatório'],
      ['body', 'Mensagem', 'abcd', 'Mensagem muito curta'],
      ['contactId', 'Contato', '', 'Obrigatório'],
      ['sendAt', 'Enviar em', '', 'Obrigatório'],
    ],
  },
  {
    name: 'CLIST-05 contact list',
    path: '/contact-lists',
    opens: ['Adicionar lista'],
    schema: contactListForm,
    rules: nameRules(),
  },
  {
    name: 'CLIST-06 contact of a list',
    path: '/contact-lists/1/contacts',
    opens: ['Adicionar contato'],
    schema: contactListItemForm,
    rules: [...nameRules(), ...numberRules('Número'), ['email', 'E-mail', 'ana', 'Invalid email']],
  },
  {
    name: 'CAMP-10 campaign',
    path: '/campaigns',
    opens: ['Nova campanha'],
    schema: campaignForm,
    rules: nameRules(),
  },
  {
    name: 'who wants no campaigns',
    path: '/campaigns-config?tab=optOuts',
    opens: ['Anotar pessoa'],
    schema: optOutForm,
    rules: [...nameRules(), ...numberRules('Número')],
  },
  {
    name: 'ANNOUNCE-05 announcement',
    path: '/announcements',
    opens: ['Novo informativo'],
    schema: announcementForm,
    rules: [
      ['title', 'Título', '', 'Obrigatório'],
      ['text', 'Texto', '', 'Obrigatório'],
    ],
  },
  {
    name: 'FILE-03 file list',
    path: '/files',
    opens: ['Nova lista'],
    schema: fileListForm,
    rules: [
      ['name', 'Nome', '', 'Obrigatório'],
      ['name', 'Nome', 'ab', 'nome muito curto'],
      ['message', 'Mensagem', '', 'Obrigatório'],
    ],
  },
  {
    name: 'CHAT-05 chat',
    path: '/chats',
    opens: ['Nova conversa'],
    schema: chatForm,
    isAlert: true,
    rules: [
      ['title', 'Título', '', 'Por favor, preencha o título da conversa.'],
      ['users', 'Título', 'Vendas', 'Por favor, selecione pelo menos um usuário.'],
    ],
  },
  {
    name: 'PROMPT-03 prompt',
    path: '/prompts',
    opens: ['Adicionar prompt'],
    schema: promptForm,
    rules: [['queueId', 'Fila', '', 'Informe o setor']],
  },
  {
    name: 'INTEG-05 INTEG-06 INTEG-07 integration',
    path: '/queue-integration',
    opens: ['Adicionar integração'],
    schema: integrationForm,
    rules: [
      ...nameRules(),
      ['urlN8N', 'URL do Typebot', '', 'Required'],
      ['typebotSlug', 'Typebot - Slug', '', 'Required'],
    ],
  },
  {
    name: 'HELP-07 help',
    path: '/settings?tab=helps',
    opens: ['Novo vídeo'],
    schema: helpVideoForm,
    rules: [
      ['title', 'Título', '', 'Required'],
      ['video', 'Vídeo', '', 'Required'],
    ],
  },
  {
    name: 'PLAN-07 plan',
    path: '/settings?tab=plans',
    opens: ['Novo plano'],
    schema: planForm,
    rules: nameRules(),
  },
  {
    name: 'company',
    path: '/settings?tab=companies',
    opens: ['Nova empresa'],
    schema: companyForm,
    rules: [...nameRules(), ...emailRules()],
  },
  {
    name: 'holiday',
    path: '/settings?tab=holidays',
    opens: ['Novo feriado'],
    schema: holidayForm,
    rules: [['name', 'Nome', '', 'Required']],
  },
  {
    name: 'webhook',
    path: '/messages-api/webhooks',
    opens: ['Adicionar webhook'],
    schema: webhookForm,
    rules: [...nameRules(), ['url', 'URL', '', 'Required']],
  },
]

afterEach(cleanup)

describe('ERR-37 each rule of a form', () => {
  it.each(forms)('$name is reported at its field', async (form) => {
    const { within: dialog, save } = await openForm(form)

    for (const [, label, typed, words] of form.rules) {
      const field = await dialog.findByLabelText<HTMLInputElement>(label)
      if (field.matches('input, textarea') && field.value !== typed)
        fireEvent.change(field, { target: { value: typed } })
      save()
      const said = () => (form.isAlert ? dialog.queryByRole('alert')?.textContent : wordsAt(field))
      await waitFor(() => expect([label, typed, said()?.trim()]).toEqual([label, typed, words]))
    }
  })

  it.each(forms)('$name is reported by the server with the same texts', ({ schema, rules }) => {
    for (const [field, label, typed, words] of rules) {
      const value = field === 'users' ? [] : typed
      const { error } = schema.safeParse({ name: 'Vendas', title: 'Vendas', type: 'typebot', [field]: value })
      const said = error?.issues.find(({ path }) => path.join('.') === field)?.message
      expect([label, typed, said]).toEqual([label, typed, words])
    }
  })
})

describe('ERR-37 a form never refuses without a text', () => {
  it.each(forms)('$name, a text too long in each of its fields', async (form) => {
    const app = await openForm(form)
    const { within: dialog, save } = app
    const fields = [...dialog.queryAllByRole<HTMLInputElement>('textbox')]
    expect(fields.length).toBeGreaterThan(0)

    for (const field of fields) {
      if (field.disabled || field.readOnly) continue
      const before = field.value
      const most = field.maxLength > 0 ? field.maxLength : 200_000
      fireEvent.change(field, { target: { value: 'a'.repeat(most) } })
      const schemaSays = refusalsOf(form.schema, field.name, field.value)
      save()
      if (schemaSays)
        await waitFor(() => expect([field.name, wordsAt(field)]).toEqual([field.name, expect.any(String)]))
      fireEvent.change(field, { target: { value: before } })
    }
  })
})

/** Whether the schema refuses this text in this field, regardless of the others. */
function refusalsOf(schema: z.ZodType, field: string, value: string): boolean {
  const sent = field
    .split('.')
    .reduceRight<unknown>((inner, key) => (/^\d+$/.test(key) ? [inner] : { [key]: inner }), value)
  const { error } = schema.safeParse(sent)
  return error?.issues.some(({ path }) => path.join('.') === field) === true
}

/** The description of a field, below it. */
function wordsAt(field: HTMLElement): string | undefined {
  const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  const isWrong = note?.querySelector('svg') // help has no icon
  return isWrong ? (note?.textContent ?? undefined) : undefined
}

const davi = anAdmin({ super: true })

async function openForm({ path, opens = [], saves = 'Salvar' }: Form) {
  const isPublic = path === '/signup'
  const app = openApp({ path, ...(!isPublic && { as: davi }), serve })
  for (const name of opens) {
    const [button] = await screen.findAllByRole('button', { name })
    if (button === undefined) throw new Error(`no button ${name}`)
    await app.person.click(button)
  }
  const button = await screen.findByRole('button', { name: saves })
  const dialog = button.closest<HTMLElement>('[role="dialog"]') ?? document.body
  return { ...app, within: within(dialog), save: () => fireEvent.click(button) }
}

function serve(server: FakeServer): void {
  serveAll(server)
  server
    .on(getSessionUser, () => davi)
    .on(refreshAccessToken, () => ({ token: 'a-token', user: davi }))
    .on(listPublicPlans, () => (davi.company.plan === null ? [] : [davi.company.plan]))
    .on(listQueues, () => [aQueue()]) // without one, the button moves once that is known
    .on(listHolidays, () => [])
    .on(listSettings, () => [{ id: 1, key: 'scheduleType', value: 'company', ...times }])
    .on(listInvoices, () => ({
      invoices: [
        {
          id: 12 as InvoiceId,
          detail: 'Completo',
          value: 199,
          dueDate: '2036-12-10',
          status: 'open' as const,
          attention: null,
          ...times,
        },
      ],
      count: 1,
      hasMore: false,
    }))
    .on(getCheckout, () => ({
      provider: 'efi' as const,
      planId: 1 as PlanId,
      months: 1,
      billing: { name: '', address: '', city: '', state: '', zipcode: '' },
    }))
}
