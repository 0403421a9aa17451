import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database'
import { claimOutsideDatabase } from './outside-database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a database of its own is claimed, once at a time', async () => {
  const claim = await claimOutsideDatabase(database.ownerUrl)
  await expect(claimOutsideDatabase(database.ownerUrl)).rejects.toThrow(
    'Another Balcão is already running on this database. Several processes may share it',
  )

  await claim.release()
  const next = await claimOutsideDatabase(database.ownerUrl)

  await next.release()
})

test('an address without a server, a wrong password and a missing database are one line each', async () => {
  const overLoopback = Object.assign(new URL(database.ownerUrl), { search: '' }).href
  const refused = (change: Partial<Pick<URL, 'port' | 'password' | 'pathname'>>) =>
    expect(claimOutsideDatabase(Object.assign(new URL(overLoopback), change).href)).rejects

  await refused({ port: '1' }).toThrow(
    'The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
  )
  await refused({ password: 'guessed' }).toThrow(
    /^The database of DATABASE_URL .*password authentication failed/,
  )
  await refused({ pathname: 'nowhere' }).toThrow(
    /^The database of DATABASE_URL .*"nowhere" does not exist\.$/,
  )
})

test('a user without the needed rights is refused with the missing right', async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const role = `guest_of_${database.name}`
  await owner.query(`create role ${role} login password 'of-a-guest'`)
  const guest = Object.assign(new URL(database.ownerUrl), { username: role, password: 'of-a-guest' }).href

  await expect(claimOutsideDatabase(guest)).rejects.toThrow(/does not own its database/)
  await owner.query(`grant create on database ${database.name} to ${role}`)
  await expect(claimOutsideDatabase(guest)).rejects.toThrow(/may not create roles/)

  await owner.query(`revoke create on database ${database.name} from ${role}; drop role ${role}`)
  await owner.end()
})
