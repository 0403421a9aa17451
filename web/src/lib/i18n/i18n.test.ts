import { waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  localStorage.clear()
  vi.resetModules()
})

/** The page as it starts with this stored. */
async function startedWith(stored: string | null) {
  if (stored !== null) localStorage.setItem('i18nextLng', stored)
  vi.resetModules()
  const { default: i18n, firstLanguage } = await import('./i18n')
  await firstLanguage
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

it('I18N-03 speaks what another tab of the browser chose', async () => {
  const started = await startedWith(null)

  dispatchEvent(new StorageEvent('storage', { key: 'i18nextLng', newValue: 'es' }))

  await waitFor(() => expect(started.t('tickets:tabs.closed')).toBe('Cerradas'))
  expect(document.documentElement.lang).toBe('es')
})

it.each([
  ['pt', '1.902 atendimentos'],
  ['en', '1,902 tickets'],
])('I18N-01 how many there are is written as the language %s writes it', async (language, words) => {
  const started = await startedWith(language)

  expect(started.t('tickets:notificationsCount', { count: 1902 })).toContain(words)
})
