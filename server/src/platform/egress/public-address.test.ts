import { describe, expect, it } from 'vitest'
import { isPublicAddress, mayBePublicHost } from './public-address'

describe('E1 which addresses belong to the public internet', () => {
  it.each([
    ['this machine', '127.0.0.1'],
    ['this machine by another number', '127.255.0.3'],
    ['this network', '0.0.0.0'],
    ['this network by another number', '0.1.2.3'],
    ['private 10/8', '10.1.2.3'],
    ['private 172.16/12, last', '172.31.255.255'],
    ['private 192.168/16', '192.168.0.1'],
    ['cloud metadata', '169.254.169.254'],
    ['cloud metadata of Azure', '168.63.129.16'],
    ['cloud metadata of Alibaba', '100.100.100.200'],
    ['cloud metadata of Oracle', '192.0.0.192'],
    ['cloud metadata over IPv6', 'fd00:ec2::254'],
    ['provider network 100.64/10', '100.127.0.1'],
    ['protocol assignments', '192.0.0.8'],
    ['benchmarks', '198.19.0.1'],
    ['documentation', '203.0.113.7'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 this machine', '::1'],
    ['IPv6 unspecified', '::'],
    ['IPv6 unique local', 'fd12::1'],
    ['IPv6 link local', 'fe80::1'],
    ['IPv6 link local with a zone', 'fe80::1%eth0'],
    ['IPv6 old site local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['mapped v4, private', '::ffff:10.0.0.1'],
    ['mapped v4, even public', '::ffff:8.8.8.8'],
    ['v4-compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 local', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::7f00:1'],
    ['no address at all', 'localhost'],
    ['nothing', ''],
  ])('%s is refused', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each([
    '8.8.8.8',
    '168.63.129.17',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '2606:4700::1111',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('E1 which hosts may be called, before their name is resolved', () => {
  it.each([
    'localhost',
    'a.localhost',
    'erp',
    'erp.local',
    'erp.internal.',
    'nas.home.arpa',
    '[::1]',
    '10.0.0.1',
  ])('%s is not', (host) => {
    expect(mayBePublicHost(host)).toBe(false)
  })

  it.each(['erp.example', 'local.example', 'internal.example.com', '93.184.216.34', '[2606:4700::1111]'])(
    '%s is',
    (host) => {
      expect(mayBePublicHost(host)).toBe(true)
    },
  )
})
