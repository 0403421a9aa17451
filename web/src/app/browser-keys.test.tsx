import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { useSignatureOption } from '../features/messages/composer/composer'
import { useTasks } from '../features/todolist/todolist-page'
import { beginSession, endSessionLocally, storedToken } from '../lib/session'
import { readNotificationVolume, storeNotificationVolume } from '../lib/volume'
import { aSessionUser } from '../testing/makers'
import { chooseTheme, subscribeToThemeChanges } from '../ui/theme-mode'

const user = aSessionUser({}, { settings: [{ id: 1, key: 'campaignsEnabled', value: 'true' }] })
const task = { id: 7, text: 'Ligar para Marina', createdAt: '2026-11-19T12:00:00.000Z', updatedAt: null }

beforeEach(() => {
  localStorage.clear()
  onTestFinished(() => {
    endSessionLocally()
    localStorage.clear()
    delete document.documentElement.dataset.theme
  })
})

// The language is stored too, under the key of I18N-03.
it("CONST-01 the browser's storage has exactly these keys", () => {
  const tasks = renderHook(useTasks)
  const signOption = renderHook(useSignatureOption)

  beginSession({ token: 'fresh', user })
  storeNotificationVolume(0.9)
  chooseTheme('dark')
  act(() => tasks.result.current.change((stored) => [...stored, task]))
  act(() => signOption.result.current[1](false))

  expect({ ...localStorage }).toEqual({
    token: 'fresh',
    companyId: String(user.companyId),
    userId: String(user.id),
    companyDueDate: user.company.dueDate,
    cshow: expect.any(String), // only its presence counts (SHELL-15)
    volume: '0.9',
    tasks: JSON.stringify([task]),
    signOption: 'false',
    preferredTheme: 'dark',
  })
})

it('CONST-01 reads the values of existing clients under these keys', () => {
  localStorage.setItem('token', 'kept')
  localStorage.setItem('volume', '0.3')
  localStorage.setItem('preferredTheme', 'dark')
  localStorage.setItem('signOption', 'false')
  localStorage.setItem('tasks', JSON.stringify([task]))

  onTestFinished(subscribeToThemeChanges())

  expect(storedToken()).toBe('kept')
  expect(readNotificationVolume()).toBe(0.3)
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(renderHook(useSignatureOption).result.current[0]).toBe(false)
  expect(renderHook(useTasks).result.current.tasks).toMatchObject([{ id: 7, text: 'Ligar para Marina' }])
})
