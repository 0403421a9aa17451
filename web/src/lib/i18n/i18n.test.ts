import { waitFor } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'

afterEach(() => {
  localStorage.clear()
  vi.resetModules()
})

/** Of the copy of the module that `startedWith` loaded last. */
let listeners: [type: string, listener: EventListenerOrEventListenerObject][] = []

/** Loads the module as a page starts with this stored value. */
async function startedWith(stored: string | null) {
  if (stored !== null) localStorage.setItem('i18nextLng', stored)
  vi.resetModules()
  const listening = vi.spyOn(window, 'addEventListener')
  const { default: i18n, initialTextsLoaded } = await import('./i18n')
  await initialTextsLoaded
  listeners = listening.mock.calls.map(([type, listener]) => [type, listener])
  onTestFinished(() => {
    for (const [type, listener] of listeners) window.removeEventListener(type, listener)
  })
  return i18n
}

it.each([
  ['I18N-02 the Portuguese locale is applied when the stored language is', 'pt-BR', 'pt-BR', 'Fechados'],
  ['I18N-03 accepts', 'pt', 'pt-BR', 'Fechados'],
  ['I18N-01 begins in Portuguese with', null, 'pt-BR', 'Fechados'],
  ['I18N-01 falls back to Portuguese from', 'xx', 'pt-BR', 'Fechados'],
  ['I18N-03 speaks English with', 'en', 'en', 'Closed'],
  ['I18N-03 speaks Spanish with', 'es', 'es', 'Cerradas'],
])('%s %j', async (_, stored, language, closed) => {
  const started = await startedWith(stored)

  expect(started.language).toBe(language)
  expect(document.documentElement.lang).toBe(language)
  expect(started.t('tickets:tabs.closed')).toBe(closed)
})

it.each([
  ['en', ['pt', 'es']],
  ['es', ['pt', 'en']],
  ['pt-BR', ['en', 'es']],
])('a page in %s has no texts of %j', async (language, others) => {
  const started = await startedWith(language)
  await started.loadNamespaces(['settings', 'messages'])

  expect(started.t('settings:title')).not.toBe('settings:title')
  for (const other of others) expect(started.getDataByLanguage(other)).toBeUndefined()
})

it('the texts of error codes load when they are needed, alone or with other texts', async () => {
  const started = await startedWith('es')
  expect(started.t('errors:unknown')).not.toBe('unknown')
  expect(started.exists('errors:ERR_NO_PERMISSION')).toBe(false)

  const { fetchErrorCodeTexts } = await import('./i18n')
  await fetchErrorCodeTexts()
  expect(started.t('errors:ERR_NO_PERMISSION')).toBe('No tiene permiso para acceder a este recurso.')
  expect(started.t('errors:unknown')).not.toBe('unknown')

  for (const feature of ['settings', 'messages']) {
    const other = await startedWith('es')
    await other.loadNamespaces([feature])
    expect([feature, other.exists('errors:ERR_NO_PERMISSION')]).toEqual([feature, true])
  }
})

it('I18N-03 follows the choice of another tab', async () => {
  const started = await startedWith(null)

  // Not `dispatchEvent`: other copies of the module would change the language too, perhaps during the next test.
  for (const [type, listener] of listeners)
    if (type === 'storage' && typeof listener === 'function')
      listener(new StorageEvent('storage', { key: 'i18nextLng', newValue: 'es' }))

  await waitFor(() => expect(started.t('tickets:tabs.closed')).toBe('Cerradas'))
  expect(document.documentElement.lang).toBe('es')
})

it.each([
  ['pt', '1.902 atendimentos'],
  ['en', '1,902 tickets'],
])('I18N-01 counts are formatted in the language %s', async (language, words) => {
  const started = await startedWith(language)

  expect(started.t('tickets:notificationsCount', { count: 1902 })).toContain(words)
})

it.each([
  ['contactLists:checking', { done: 1520, count: 1902 }, 'Verificando no WhatsApp: 1.520 de 1.902 números'],
  ['contactLists:validOf', { valid: 1520, invalid: 1902 }, '1.520 com WhatsApp, 1.902 sem'],
  [
    'contactLists:came',
    { created: 1520, known: 1902, wrong: 3 },
    'Novos: 1.520. Já estavam na lista: 1.902. Com erro: 3.',
  ],
  ['contactImports:progress', { done: 1520, rows: 1902 }, '1.520 de 1.902 linhas'],
  [
    'contactImports:counts',
    { created: 1520, known: 1902, wrong: 3 },
    'Novos: 1.520. Já existiam: 1.902. Com erro: 3.',
  ],
  ['connections:history.running', { count: 1902 }, 'Trazendo o histórico: 1.902 mensagens até agora'],
  ['campaigns:shown', { shown: 1520, count: 1902 }, '1.520 de 1.902 contatos'],
  ['dashboard:daysLeft', { count: 1902 }, '1.902 dias'],
])('I18N-01 %s formats all its counts alike', async (text, counts, words) => {
  const started = await startedWith('pt')
  const namespace = text.slice(0, text.indexOf(':'))
  await started.loadNamespaces(namespace)

  expect(started.t(text, counts)).toBe(words)
})
