import { readFile } from 'node:fs/promises'
import { shareTargetPath } from '@balcao/contract/share'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFile(`${import.meta.dirname}/../../${path}`)

interface Manifest {
  readonly start_url: string
  readonly display: string
  readonly share_target: { readonly action: string; readonly method: string; readonly enctype: string }
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[]
}

describe('LOOK the page can be installed on a phone', () => {
  it('links a manifest: it begins at the start page, in a window of its own', async () => {
    const page = new DOMParser().parseFromString(String(await read('index.html')), 'text/html')
    expect(page.querySelector('link[rel=manifest]')?.getAttribute('href')).toBe('/manifest.webmanifest')

    const manifest = JSON.parse(String(await read('public/manifest.webmanifest'))) as Manifest

    expect(manifest).toMatchObject({ name: 'Balcão', start_url: '/', display: 'standalone' })
  })

  it("is in the share sheet, which posts to the worker's address", async () => {
    const { share_target: target } = JSON.parse(String(await read('public/manifest.webmanifest'))) as Manifest

    expect(target).toMatchObject({ action: shareTargetPath, method: 'POST', enctype: 'multipart/form-data' })
  })

  it('its icons have the stated sizes, one of them maskable', async () => {
    const { icons } = JSON.parse(String(await read('public/manifest.webmanifest'))) as Manifest

    const sizes = await Promise.all(icons.map(async ({ src }) => sizeOfPng(await read(`public${src}`))))

    expect(icons.map(({ sizes }) => sizes)).toEqual(sizes)
    expect(sizes).toEqual(['192x192', '512x512', '512x512'])
    expect(icons.map(({ purpose }) => purpose)).toEqual([undefined, undefined, 'maskable'])
    expect(sizeOfPng(await read('public/icons/icon-apple-180.png'))).toBe('180x180')
  })
})

/** Width and height follow the first chunk's name. */
function sizeOfPng(file: Buffer): string {
  expect(file.subarray(1, 4).toString()).toBe('PNG')
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`
}
