import { openChance } from './chance'

/** A customer of the demo: a contact of the company, simulated under the same name and number. */
export interface Customer {
  readonly name: string
  /** Digits with country code. Invented: the simulator answers on loopback only, and no message leaves it. */
  readonly phone: string
  readonly email: string
  readonly city: string
}

/** The shop's two numbers. The first is linked when the demo starts, the second waits for its QR. */
export const shopPhones = [
  { phone: '555130254455', name: 'Casa Ipê · Loja Centro' },
  { phone: '555130254466', name: 'Casa Ipê · Loja Norte' },
] as const

const first =
  'Adriana Aline Amanda Antônio Augusto Beatriz Benício Bernardo Bianca Bruna Camila Carla Cecília César Clarice Cláudia Cristiano Daniela Davi Débora Diego Eduarda Elaine Emanuel Estela Fabiana Felipe Fernanda Flávio Gabriela Giovana Guilherme Heitor Helena Henrique Iara Igor Isabela Ivone Jéssica João Joana Juliana Karina Larissa Leandro Letícia Lívia Lorena Luana Lucas Luiza Marcelo Márcia Mariana Marlene Mateus Milena Natália Nicolas Noemi Otávio Patrícia Paula Pedro Priscila Rafaela Raquel Renata Ricardo Roberto Rosana Samuel Sandra Sérgio Simone Sofia Tainá Tatiane Teresa Thiago Vanessa Vera Vinícius Vitória Wagner Yasmin Zilda'.split(
    ' ',
  )
const last =
  'Abreu Alencar Almada Amaral Assunção Avelar Azeredo Bandeira Barcelos Bastos Bittencourt Borges Brandão Brito Caldas Camargo Cardoso Castilho Cordeiro Coutinho Dornelles Fagundes Farias Figueira Fontoura Freitas Furtado Galvão Godinho Guerra Haas Kunz Lacerda Leal Lemos Macedo Machado Maia Medeiros Meireles Mendonça Moraes Motta Muniz Navarro Noronha Nunes Pacheco Paixão Peixoto Petry Pimentel Prado Quadros Queiroz Ramires Rangel Rezende Rocha Sampaio Schneider Severo Siqueira Tavares Teles Toledo Valadares Vargas Vasques Vidal Weber Xavier Zanotto'.split(
    ' ',
  )
const known = [
  'Marina Duarte',
  'Condomínio Aurora',
  'Jonas Petry',
  'Studio Lage Arquitetura',
  'Helena Prado',
  'Seu Antônio',
  'Lívia e Téo',
  'Mercado Bom Dia',
  'Priscila Amaral',
  'Pousada Vale Verde',
  'Clínica Sorriso Novo',
  'Café da Praça',
]
const cities = [
  ['Porto Alegre', '51'],
  ['Canoas', '51'],
  ['Novo Hamburgo', '51'],
  ['Gramado', '54'],
  ['Caxias do Sul', '54'],
  ['Florianópolis', '48'],
] as const

/** Two hundred customers, the same in every demo; the first twelve are on the first screens. */
export const customers: readonly Customer[] = inventCustomers(200)

function inventCustomers(count: number): readonly Customer[] {
  const chance = openChance(20_261)
  const names = new Set(known)
  while (names.size < count) names.add(`${chance.of(first)} ${chance.of(last)}`)
  return [...names].map((name, at) => {
    const [city, area] = chance.of(cities)
    // The counter makes the numbers unique; the ninth digit is WhatsApp's spelling of newer accounts.
    const phone = `55${area}9${chance.between(6, 9)}${String(1_000 + at).slice(-3)}${chance.between(1_000, 9_999)}`
    return { name, phone, city, email: chance.next() < 0.5 ? emailOf(name) : '' }
  })
}

function emailOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return `${plain.replace(/[^a-z]+/g, '.')}@exemplo.com.br`
}
