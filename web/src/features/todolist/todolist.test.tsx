import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aSessionUser } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const openTasks = () => openApp({ path: '/todolist', as: aSessionUser() })
const field = () => screen.findByRole('textbox', { name: 'Nova tarefa' })
const stored = () => JSON.parse(localStorage.getItem('tasks') ?? '[]')
const shown = () =>
  screen.queryAllByRole('listitem').flatMap((item) => item.querySelector('p')?.textContent ?? [])

describe('the task list', () => {
  it('SHELL-07 TODO-01 TODO-04 any user adds tasks with Enter or Adicionar', async () => {
    const { person } = openTasks()
    await screen.findByText('Nenhuma tarefa por aqui')

    await person.type(await field(), 'Ligar para Marina{Enter}')
    await person.type(await field(), 'Conferir estoque')
    await person.click(screen.getByRole('button', { name: 'Adicionar' }))

    expect(shown()).toEqual(expect.arrayContaining(['Ligar para Marina', 'Conferir estoque']))
    await screen.findByText('2 tarefas')
    expect(stored()).toMatchObject([
      { id: 1, text: 'Ligar para Marina' },
      { id: 2, text: 'Conferir estoque' },
    ])
    expect(document.activeElement).toBe(await field())
  })

  it('TODO-02 tasks survive a reload, without any call', async () => {
    localStorage.setItem(
      'tasks',
      JSON.stringify([{ id: 3, text: 'De ontem', createdAt: '2026-11-19T12:00:00.000Z' }]),
    )
    const asked: string[] = []
    const { person } = openTasks()
    await screen.findByText('De ontem')
    const { fetch } = globalThis
    globalThis.fetch = (address, request) => {
      asked.push(String(address))
      return fetch(address, request)
    }

    await person.type(await field(), 'De hoje{Enter}')
    await person.click(screen.getByRole('button', { name: 'Excluir tarefa: De ontem' }))
    await person.click(screen.getByRole('button', { name: 'Excluir tarefa' }))

    await waitFor(() => expect(screen.queryByText('De ontem')).toBeNull())
    expect(stored()).toMatchObject([{ text: 'De hoje' }])
    expect(asked).toEqual([])
  })

  it('TODO-03 blank text is ignored', async () => {
    const { person } = openTasks()

    await person.type(await field(), '   {Enter}')

    expect(stored()).toEqual([])
    await screen.findByText('Nenhuma tarefa por aqui')
  })

  it('TODO-04 editing fills the field and shows Salvar; the earlier text returns afterwards', async () => {
    localStorage.setItem(
      'tasks',
      JSON.stringify([{ id: 1, text: 'Ligar', createdAt: '2026-11-19T12:00:00.000Z' }]),
    )
    const { person } = openTasks()
    await person.type(await field(), 'rascunho')

    await person.click(screen.getByRole('button', { name: 'Editar tarefa: Ligar' }))
    const changed = await screen.findByRole('textbox', { name: 'Editar tarefa' })
    expect(changed).toHaveProperty('value', 'Ligar')
    expect(document.activeElement).toBe(changed)
    await person.type(changed, ' amanhã')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Ligar amanhã')
    expect(stored()).toMatchObject([{ id: 1, text: 'Ligar amanhã', createdAt: '2026-11-19T12:00:00.000Z' }])
    expect(await field()).toHaveProperty('value', 'rascunho')
  })

  it('Escape cancels a change', async () => {
    localStorage.setItem('tasks', JSON.stringify([{ id: 1, text: 'Ligar' }]))
    const { person } = openTasks()
    await person.click(await screen.findByRole('button', { name: 'Editar tarefa: Ligar' }))

    await person.keyboard(' nunca{Escape}')

    await field()
    expect(stored()).toEqual([{ id: 1, text: 'Ligar' }])
  })

  it('TODO-01 deleting asks first, and the focus returns to the field', async () => {
    localStorage.setItem('tasks', JSON.stringify([{ id: 1, text: 'Ligar' }]))
    const { person } = openTasks()

    await person.click(await screen.findByRole('button', { name: 'Excluir tarefa: Ligar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Excluir esta tarefa?' }))
    expect(stored()).toHaveLength(1)
    await person.click(dialog.getByRole('button', { name: 'Excluir tarefa' }))

    await screen.findByText('Nenhuma tarefa por aqui')
    expect(stored()).toEqual([])
    await waitFor(async () => expect(document.activeElement).toBe(await field()))
  })

  it('two tabs stay in sync: a change there shows here, and neither overwrites the other', async () => {
    const { person } = openTasks()
    await person.type(await field(), 'Daqui{Enter}')

    const fromThere = JSON.stringify([...stored(), { id: 2, text: 'De lá' }])
    localStorage.setItem('tasks', fromThere)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'tasks', newValue: fromThere })))
    await screen.findByText('De lá')
    localStorage.setItem('tasks', JSON.stringify([...stored(), { id: 3, text: 'Sem aviso' }]))
    await person.type(await field(), 'Daqui de novo{Enter}')

    expect(stored().map(({ text }: { text: string }) => text)).toEqual([
      'Daqui',
      'De lá',
      'Sem aviso',
      'Daqui de novo',
    ])
  })

  it('GEN-14 a task shows its creation time as DD/MM/YY HH:mm', async () => {
    const { person } = openTasks()

    await person.type(await field(), 'Ligar{Enter}')

    await screen.findByText(/^Criada em \d{2}\/\d{2}\/\d{2} \d{2}:\d{2}$/)
  })
})
