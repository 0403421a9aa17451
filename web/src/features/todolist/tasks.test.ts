import { describe, expect, it } from 'vitest'
import { parseTasks, withChangedTask, withoutTask, withTask } from './tasks'

const at = new Date('2026-11-20T13:24:00.000Z')
const later = new Date('2026-11-20T14:00:00.000Z')

describe('TODO-04 a task', () => {
  it('has id, text, created and updated time', () => {
    expect(withTask([], '  Ligar para Marina ', at)).toEqual([
      { id: 1, text: 'Ligar para Marina', createdAt: at.toISOString(), updatedAt: at.toISOString() },
    ])
  })

  it('retains its id and created time when its text changes', () => {
    const tasks = withTask(withTask([], 'Um', at), 'Dois', at)

    expect(withChangedTask(tasks, 2, 'Três', later)).toEqual([
      tasks[0],
      { id: 2, text: 'Três', createdAt: at.toISOString(), updatedAt: later.toISOString() },
    ])
  })

  it('that another tab deleted during the change becomes a new one', () => {
    expect(withChangedTask([], 7, 'Não perder', at).map(({ text }) => text)).toEqual(['Não perder'])
  })

  it('never gets the id of another one', () => {
    const tasks = withoutTask(withTask(withTask([], 'Um', at), 'Dois', at), 1)

    expect(withTask(tasks, 'Três', at).map(({ id }) => id)).toEqual([2, 3])
  })
})

it.each(['', '   ', '\n\t'])('TODO-03 blank text %j is ignored, new or changed', (text) => {
  const tasks = withTask([], 'Um', at)

  expect(withTask(tasks, text, later)).toEqual(tasks)
  expect(withChangedTask(tasks, 1, text, later)).toEqual(tasks)
})

describe('TODO-02 the stored list', () => {
  it('is read back as it was stored', () => {
    const tasks = withTask(withTask([], 'Um', at), 'Dois', later)

    expect(parseTasks(JSON.stringify(tasks))).toEqual(tasks)
  })

  it('may come from an existing client, without ids', () => {
    const stored = JSON.stringify([
      { text: 'Um', createdAt: at.toISOString(), updatedAt: later.toISOString() },
      { text: 'Dois', createdAt: at.toISOString() },
    ])

    expect(parseTasks(stored)).toEqual([
      { id: 1, text: 'Um', createdAt: at.toISOString(), updatedAt: later.toISOString() },
      { id: 2, text: 'Dois', createdAt: at.toISOString(), updatedAt: at.toISOString() },
    ])
  })

  it('has distinct ids, from any client', () => {
    const stored = JSON.stringify([
      { id: 4, text: 'Um' },
      { id: 4, text: 'Dois' },
    ])

    expect(parseTasks(stored)).toMatchObject([
      { id: 4, createdAt: null },
      { id: 5, updatedAt: null },
    ])
  })

  it.each([null, '', '{', '7', '{"a":1}', '[null,3,{"text":7},{"text":" "}]'])(
    'is no list when it reads %j',
    (stored) => {
      expect(parseTasks(stored)).toEqual([])
    },
  )
})
