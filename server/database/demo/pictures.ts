import sharp from 'sharp'

export type PictureName = 'sofa' | 'mesa' | 'cadeira' | 'armario'

export const pictureSize = { width: 960, height: 720 } as const

const room = (wall: string, floor: string) => `
  <rect width="960" height="560" fill="${wall}"/><rect y="560" width="960" height="160" fill="${floor}"/>
  <rect y="548" width="960" height="14" fill="#fff" opacity=".6"/>`

const lamp = `
  <path d="M118 150h84l26 92H92z" fill="#F6DFA4"/><rect x="156" y="242" width="8" height="360" fill="#5B4636"/>
  <ellipse cx="160" cy="606" rx="48" ry="10" fill="#5B4636"/>`

const landscape = `
  <rect x="610" y="90" width="240" height="170" fill="#fff"/><rect x="622" y="102" width="216" height="146" fill="#CFE6EE"/>
  <path d="M622 220l70-62 48 40 46-52 52 60v42H622z" fill="#7FB08F"/>`

const drawings: Record<PictureName, string> = {
  sofa: `${room('#EFE4D6', '#B98B62')}${lamp}${landscape}
  <ellipse cx="500" cy="632" rx="350" ry="26" fill="#8F6744" opacity=".5"/>
  <rect x="240" y="330" width="520" height="190" rx="44" fill="#7C858D"/>
  <rect x="180" y="400" width="120" height="190" rx="40" fill="#6A737B"/>
  <rect x="700" y="400" width="120" height="190" rx="40" fill="#6A737B"/>
  <rect x="282" y="450" width="214" height="120" rx="26" fill="#8E979F"/>
  <rect x="504" y="450" width="214" height="120" rx="26" fill="#8E979F"/>
  <rect x="310" y="372" width="112" height="104" rx="20" fill="#D9A05B" transform="rotate(-9 366 424)"/>
  <path d="M236 588h26l-8 44h-14zM738 588h26l-4 44h-14z" fill="#4B3727"/>`,
  mesa: `${room('#E4ECE6', '#A9825E')}${landscape}
  <path d="M480 0v120" stroke="#333" stroke-width="6"/><path d="M400 196q80-140 160 0z" fill="#C9773F"/>
  <ellipse cx="480" cy="640" rx="380" ry="26" fill="#7C5A3C" opacity=".5"/>
  <rect x="120" y="392" width="720" height="34" rx="14" fill="#6D4327"/>
  <path d="M180 426h34l-16 214h-22zM746 426h34l4 214h-22z" fill="#5A351D"/>
  <g fill="#8A5A36"><rect x="250" y="330" width="18" height="300"/><rect x="330" y="330" width="18" height="300"/>
  <rect x="250" y="490" width="98" height="22" rx="8"/><rect x="612" y="330" width="18" height="300"/>
  <rect x="692" y="330" width="18" height="300"/><rect x="612" y="490" width="98" height="22" rx="8"/></g>
  <path d="M430 392v-46h100v46z" fill="#E9DCC8"/><circle cx="480" cy="318" r="46" fill="#6E9F5B"/>`,
  cadeira: `${room('#EDEBE6', '#C7A27A')}
  <ellipse cx="480" cy="650" rx="210" ry="22" fill="#8F6744" opacity=".5"/>
  <rect x="350" y="120" width="260" height="230" rx="36" fill="#D8C6A6"/>
  <rect x="330" y="400" width="300" height="56" rx="22" fill="#D8C6A6"/>
  <path d="M350 330h24v90h-24zM586 330h24v90h-24z" fill="#7A5230"/>
  <path d="M346 456h30l-12 190h-22zM584 456h30v120h-24z" fill="#7A5230"/>
  <path d="M596 590l30 6-34 62-20-8z" fill="#7A5230"/>
  <circle cx="602" cy="584" r="78" fill="none" stroke="#C62F2F" stroke-width="10"/>`,
  armario: `${room('#E8EAEE', '#9F8468')}
  <rect x="230" y="70" width="500" height="560" rx="10" fill="#A67B52"/>
  <rect x="248" y="90" width="228" height="520" rx="6" fill="#B98C61"/><rect x="486" y="90" width="228" height="520" rx="6" fill="#B98C61"/>
  <rect x="452" y="320" width="10" height="80" rx="5" fill="#4A3524"/><rect x="500" y="320" width="10" height="80" rx="5" fill="#4A3524"/>
  <path d="M556 190l36 58-14 40 42 64-10 46 34 52" fill="none" stroke="#F4E6D3" stroke-width="7" stroke-linecap="round"/>`,
}

/** Renders the drawing as a photograph of the shop, JPEG. */
export function draw(name: PictureName): Promise<Buffer> {
  const { width, height } = pictureSize
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawings[name]}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
}
