import type { SessionUser } from '@balcao/contract/people'
import type { CompanyId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { beginSession, endSessionLocally } from '../lib/session'
import { aSessionUser, userId } from '../testing/makers'
import {
  setToastDuration,
  showErrorWithAction,
  shownToasts,
  showToast,
  showToastWithAction,
  type ToastKind,
} from './toasts'
import { offeredUndo, offerUndo } from './undo'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  setToastDuration(limits.toast.usual)
  shownToasts.set([])
})

const texts = () => shownToasts.get().map(({ text }) => text)

it('ERR-04 closes after two seconds, on outbound screens after three, on any page', () => {
  showToast('error', 'Acesso não permitido')
  setToastDuration(limits.toast.onOutbound)
  showToast('success', 'Salvo')
  setToastDuration(limits.toast.usual)

  vi.advanceTimersByTime(1_999)
  expect(texts()).toEqual(['Acesso não permitido', 'Salvo'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['Salvo'])
  vi.advanceTimersByTime(1_000)
  expect(texts()).toEqual([])
})

it("ERR-04 no caller sets a toast's time; of closing ones, only buttons last longer", () => {
  // The type check covers every call in the source.
  expectTypeOf(showToast).parameters.toEqualTypeOf<[kind: ToastKind, text: string]>()

  showToast('info', 'Salvo')
  showToastWithAction('Bia transferiu Marina para você.', { name: 'Ver', act: () => undefined })

  vi.advanceTimersByTime(2_000)
  expect(texts()).toEqual(['Bia transferiu Marina para você.'])
  vi.advanceTimersByTime(4_000)
  expect(texts()).toEqual([])
})

it('shows an equal text once', () => {
  showToast('error', 'Sem conexão')
  showToast('error', 'Sem conexão')

  expect(texts()).toEqual(['Sem conexão'])
})

describe('a notice with a button', () => {
  const lead = (text: string) => showToastWithAction(text, { name: 'Ver', act: () => undefined })
  const sit = (person: SessionUser) => beginSession({ token: 'a-token', user: person })

  it('closes with its person; a plain toast and an offered remedy remain', () => {
    const reload = { name: 'Recarregar', act: () => undefined }
    for (const leave of [endSessionLocally, () => sit(aSessionUser({ id: userId(9) }))]) {
      sit(aSessionUser())
      lead('Bia transferiu Marina para você.')
      showToast('success', 'Salvo')
      showErrorWithAction('Parte da página não veio.', reload)
      sit(aSessionUser({ name: 'Ana L.' }))
      expect(texts()).toHaveLength(3)

      leave()

      expect(texts()).toEqual(['Salvo', 'Parte da página não veio.'])
      shownToasts.set([])
      endSessionLocally()
    }
  })

  it('LOOK an undo belongs to its person: a support visit does not see it', () => {
    sit(aSessionUser())
    offerUndo('Atendimento finalizado.', () => undefined)
    sit(aSessionUser({ name: 'Ana L.' }))
    expect(offeredUndo.get()).not.toBeNull()

    sit(aSessionUser({ companyId: 2 as CompanyId }))

    expect(offeredUndo.get()).toBeNull()
    endSessionLocally()
  })
})
