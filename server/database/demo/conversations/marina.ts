import { scriptsOf } from '../script'

/**
 * The conversation that a new user opens first: a quote, pictures in both directions, an offer, and a question that
 * waits.
 */
export const marina = scriptsOf(
  'Vendas',
  `
  C Oi! Vi o sofá Serra na vitrine e me apaixonei
  L> Que bom! Quanto mede a parede?
  C[sofa] Este aqui, 2,40 m
  L Na sua parede o de 2,30 m fica perfeito, sobra espaço para o abajur 😉
  C E combina com mesa de madeira escura?
  L[mesa] Combina muito! Esta é a Araucária, em imbuia, que está ao lado dele na loja
  C> Que linda! Mas hoje vou só de sofá
  L Sem pressa! O Serra de 2,30 m sai por R$ 4.290, ou 10x de R$ 429 sem juros.
  C E no Pix?
  L No Pix fica R$ 3.946, com entrega e montagem inclusas.
  L Consigo segurar esse preço até sábado.
  C Amei! Esse sofá tem em linho cinza-claro?
  `,
)

/** Marina's earlier purchase. */
export const marinaBefore = scriptsOf(
  'Entregas',
  `
  C {Saudacao}! Minha mesa Araucária chega quando?
  L {Saudacao}, Marina! Está na rota de quinta, entre 13h e 18h.
  C Prefiro de manhã, dá?
  L Dá, sim: mudei para 9h. O motorista liga antes.
  C Chegou e ficou maravilhosa, obrigada!
  L Que alegria! Aproveite muito 💛
  `,
)
