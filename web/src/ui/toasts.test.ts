import type { SessionUser } from '@balcao/contract/people'
import type { CompanyId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSession, endSessionLocally } from '../lib/session'
import { aSessionUser, userId } from '../testing/makers'
import { offerRemedy, setToastTime, shownToasts, showToast } from './toasts'
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

it('ERR-04 CONST-02 a toast closes after two seconds, on screens of the outbound area after three, wherever the person goes meanwhile', () => {
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

it('the same text twice shows once', () => {
  showToast('error', 'Sem conexão')
  showToast('error', 'Sem conexão')

  expect(texts()).toEqual(['Sem conexão'])
})

describe('a notice that leads somewhere', () => {
  const lead = (text: string) => showToast('info', text, 6_000, { name: 'Ver', act: () => undefined })
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
