import { scriptsOf } from '../script'

/** Before and during a purchase: prices, stock, measures, quotes, opening hours. */
export const sales = scriptsOf(
  'Vendas',
  `
  C Oi, {saudacao}! Quanto está {o}?
  L {Saudacao}, {nome}! {O} sai por {valor}, ou 10x de {parcela} sem juros no cartão.
  C E à vista tem desconto?
  L Tem sim: 8% no Pix. Quer que eu reserve?
  C Vou falar com meu marido e te retorno hoje ainda
  L Combinado! Seguro o preço até sábado para você 😊

  C {Saudacao}, vocês ainda têm o sofá Serra que estava na vitrine?
  L {Saudacao}! Temos, sim. Ficou só o do mostruário e mais dois no depósito.
  C O do mostruário tem desconto?
  L Tem 15%, com a mesma garantia de um ano. Posso te mandar uma foto?
  C Pode!
  L[sofa] É este aqui, sem nenhum risco
  C> Perfeito! Passo aí {dia} de manhã
  L Anotado. Estou aqui a partir das 9h.

  C Oi! Que horas vocês fecham hoje?
  L Oi, {nome}! Hoje atendemos até as 18h30.
  C Obrigada!!

  C Vocês abrem no domingo?
  L No domingo não, mas no sábado ficamos até as 17h.
  C Ótimo, vou sábado então
  L Esperamos você! Tem estacionamento nos fundos.

  C {Saudacao}. Preciso de {um} até dia 15, é presente de casamento
  L Que presente bonito! {O} está à pronta entrega, chega em até 5 dias úteis.
  C Vocês embalam para presente?
  L Peça grande vai com um cartão e um laço. Que nome coloco no cartão?
  C Para Júlia e Rafael, com carinho da tia Nena
  L Ficou lindo. Pedido {pedido} feito, a confirmação vai por e-mail.
  C Muito obrigada pela atenção ❤️

  C[sofa] Quero um parecido com esse da foto
  L Conheço bem esse estilo! O nosso Serra fica muito próximo. Qual a medida da sua parede?
  C 2,80 m mas tem uma porta do lado
  L Então o de 2,30 m é o ideal: sobra espaço para abrir a porta.
  C E o tecido?
  L Linho, suede ou boucle. O linho é o mais pedido e aceita impermeabilização.
  C Impermeabiliza quanto custa?
  L Sai {parcela} e tem garantia de 3 anos.

  C Olá, sou arquiteta e estou montando um apartamento de 90 m². Vocês trabalham com comissão ou desconto para projeto?
  L Olá, {nome}! Temos um programa para profissionais: 10% no projeto e prazo de 60 dias para pagar.
  C Excelente. Preciso de mesa de 8 lugares, aparador e duas poltronas
  L Manda a planta que eu monto a proposta com três opções.
  C Mando ainda hoje por e-mail
  L Recebi aqui. Amanhã até meio-dia a proposta está com você.
  C Show, aguardo!

  C oi
  C vcs fazem móvel sob medida?
  L Oi! Fazemos, sim: marcenaria própria, prazo de 35 dias. O que você tem em mente?
  C um painel pra tv de 65 com nicho
  L Legal! O metro sai a partir de {valor}. Posso agendar uma visita para medir?
  C pode ser {dia} depois das 18h?
  L Pode! O Valdir passa aí entre 18h e 19h. Me confirma o endereço?
  C {rua}
  L Agendado ✅ Ele liga meia hora antes.

  C {Saudacao}! A mesa Araucária tem em outra cor?
  L {Saudacao}! Tem em natural, mel e imbuia.
  C A imbuia é muito escura?
  L É um marrom fechado, fica elegante com parede clara.
  L[mesa] Esta é a imbuia na loja
  C> Linda! Pode reservar uma para mim

  C Vocês parcelam em quantas vezes?
  L Até 10x sem juros, com parcela mínima de R$ 80. No carnê vai até 18x, com análise.
  C No carnê precisa de quê?
  L RG, comprovante de renda e de residência. Aprovamos em uma hora.

  C Oi, tudo bem? Vi no Instagram a promoção {do}
  L Tudo ótimo, {nome}! A promoção vai até sábado: {valor} já com a entrega na cidade.
  C Eu moro em Canoas, muda?
  L Para Canoas a entrega também está inclusa nesta semana 🎉
  C Então fechado! Como eu pago?
  L Te mando o link agora, pode ser?
  C Pode
  L Enviado por e-mail. Assim que cair eu já separo.
  C Paguei
  L Caiu aqui! Entrega {dia}, entre 8h e 12h.

  C O aparador Ipê vem montado?
  L Vem desmontado e a nossa equipe monta sem custo.
  C Tem que agendar separado?
  L Não precisa: quem entrega, monta.

  C {Saudacao}, ainda dá tempo de incluir duas cadeiras no meu pedido {pedido}?
  L {Saudacao}, {nome}! Dá sim, o caminhão só sai {dia}.
  C Que bom. As mesmas, em linho cru
  L Incluídas. O total ficou em {valor}, quer no mesmo cartão?
  C Pode ser no mesmo

  C Aceitam vale-presente?
  L Aceitamos, e ele vale um ano. Traz o código ou a foto dele que a gente confere.

  C Qual o peso que o banco Jatobá aguenta?
  L Até 120 kg por lugar, com estrutura de eucalipto.
  C Obrigado, era só isso!
  L Por nada! Precisando, é só chamar.

  C Vocês compram móvel usado?
  L Não compramos, {nome}, mas na troca por um novo damos até 10% de bônus e doamos a peça antiga.
  C Que iniciativa bacana. Vou aí ver
  `,
)
