import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { capitalizePotsTable, createPotsTable } from './pots-table'
import { lessThan, like, moreThan, not, tableRows } from './table-rows'
import { createEmptyDatabase, type TestDatabase } from './test-database'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createEmptyDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await createPotsTable(client)
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

it('inserts, finds, updates and deletes rows by the values of columns', async () => {
  const pots = tableRows(client, 'pots')
  const first = await pots.insert({ name: 'Fern', due: '2026-03-01', order: { height: 3 }, sizes: [1, 2] })
  await pots.insert({ name: "Aloe's", order: [{ height: 4 }] })
  await pots.insert({ name: null })

  expect(first).toEqual({ id: 1, name: 'Fern', due: '2026-03-01', order: { height: 3 }, sizes: [1, 2] })
  expect(await pots.find({}, ['name'])).toEqual([{ name: 'Fern' }, { name: "Aloe's" }, { name: null }])
  expect(await pots.get({ name: "Aloe's" }, ['order'])).toEqual({ order: [{ height: 4 }] })
  expect(await pots.count({ name: null })).toBe(1)
  expect(await pots.count({ name: not(null) })).toBe(2)
  expect(await pots.count({ name: not('Fern') })).toBe(2)
  expect(await pots.count({ id: [1, 3] })).toBe(2)
  expect(await pots.count({ id: moreThan(1), name: like('A%') })).toBe(1)
  expect(await pots.count({ id: lessThan(2) })).toBe(1)

  expect(await pots.update({ name: 'Fern' }, { due: null, order: { height: 5 } })).toBe(1)
  expect(await pots.get({ id: 1 }, ['due', 'order'])).toEqual({ due: null, order: { height: 5 } })
  expect(await pots.delete({ id: [1, 2] })).toBe(2)
  expect(await pots.find()).toHaveLength(1)
})

it('inserts several rows', async () => {
  const pots = tableRows(client, 'pots')
  const several = [
    { name: 'Moss', due: '2026-03-01', order: { height: 1 }, sizes: [1, 2] },
    { name: 'Mint', due: null, order: null, sizes: [] },
  ]

  await pots.insertMany(several)

  expect(await pots.find({ name: like('M%') }, ['name', 'due', 'order', 'sizes'])).toEqual(several)
})

it('refuses a condition without a value, and one row where there are others', async () => {
  const pots = tableRows(client, 'pots')
  await pots.insert({ name: 'Ivy' })
  await pots.insert({ name: 'Ivy' })

  await expect(pots.count({ name: undefined })).rejects.toThrow('no value for the column name')
  await expect(pots.get({ name: 'Ivy' })).rejects.toThrow('2 rows of pots: {"name":"Ivy"}')
  await expect(pots.get({ name: 'Oak' })).rejects.toThrow('0 rows of pots')
})

it('finds rows of a table whose name has capitals', async () => {
  await capitalizePotsTable(client)

  await tableRows(client, 'Pots').insert({ name: 'Sage' })

  expect(await tableRows(client, 'Pots').count({ name: 'Sage' })).toBe(1)
  expect(await tableRows(client, 'Pots').find({ name: 'Sage' }, ['name'])).toEqual([{ name: 'Sage' }])
})
