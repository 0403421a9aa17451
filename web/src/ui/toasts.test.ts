import type { SessionUser } from '@balcao/contract/people'
import type { CompanyId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { beginSession, endSessionLocally } from '../lib/session'
import { aSessionUser, userId } from '../testing/makers'
import { offerRemedy, setToastTime, showNotice, shownToasts, showToast, type ToastKind } from './toasts'
import { offeredUndo, offerUndo } from './undo'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  setToastTime(limits.toast.usual)
  shownToasts.set([])
})

const texts = () => shownToasts.get().map(({ text }) => text)

it('ERR-04 a toast closes after two seconds, on screens of the outbound area after three, wherever the person goes meanwhile', () => {
  showToast('error', 'Acesso não permitido')
  setToastTime(limits.toast.onOutbound)
  showToast('success', 'Salvo')
  setToastTime(limits.toast.usual)

  vi.advanceTimersByTime(1_999)
  expect(texts()).toEqual(['Acesso não permitido', 'Salvo'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['Salvo'])
  vi.advanceTimersByTime(1_000)
  expect(texts()).toEqual([])
})

it('ERR-04 no caller gives a toast a time of its own: of all that close by themselves, only those with a button stay longer', () => {
  // The type check holds this for every call in the source.
  expectTypeOf(showToast).parameters.toEqualTypeOf<[kind: ToastKind, text: string]>()

  showToast('info', 'Salvo')
  showNotice('Bia transferiu Marina para você.', { name: 'Ver', act: () => undefined })

  vi.advanceTimersByTime(2_000)
  expect(texts()).toEqual(['Bia transferiu Marina para você.'])
  vi.advanceTimersByTime(4_000)
  expect(texts()).toEqual([])
})

it('the same text twice shows once', () => {
  showToast('error', 'Sem conexão')
  showToast('error', 'Sem conexão')

  expect(texts()).toEqual(['Sem conexão'])
})

describe('a notice that leads somewhere', () => {
  const lead = (text: string) => showNotice(text, { name: 'Ver', act: () => undefined })
  const sit = (person: SessionUser) => beginSession({ token: 'a-token', user: person })

  it('goes with the person it was for; what merely says something stays its time, and so does the way out of a fault', () => {
    const reload = { name: 'Recarregar', act: () => undefined }
    for (const leave of [endSessionLocally, () => sit(aSessionUser({ id: userId(9) }))]) {
      sit(aSessionUser())
      lead('Bia transferiu Marina para você.')
      showToast('success', 'Salvo')
      offerRemedy('Parte da página não veio.', reload)
      sit(aSessionUser({ name: 'Ana L.' }))
      expect(texts()).toHaveLength(3)

      leave()

      expect(texts()).toEqual(['Salvo', 'Parte da página não veio.'])
      shownToasts.set([])
      endSessionLocally()
    }
  })

  it('LOOK what can be undone is offered to who did it: a visit of the support sees nothing of it', () => {
    sit(aSessionUser())
    offerUndo('Atendimento finalizado.', () => undefined)
    sit(aSessionUser({ name: 'Ana L.' }))
    expect(offeredUndo.get()).not.toBeNull()

    sit(aSessionUser({ companyId: 2 as CompanyId }))

    expect(offeredUndo.get()).toBeNull()
    endSessionLocally()
  })
})
