/**
 * The most common of the leaked passwords that the server rejects, so that a form can reject them without a request.
 */
export const COMMONEST_PASSWORDS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  `
  password qwerty dragon baseball abc123 football monkey letmein shadow master michael mustang qwertyuiop superman
  1qaz2wsx jordan qazwsx jennifer 123qwe killer trustno1 hunter harley zxcvbnm asdfgh buster andrew batman soccer tigger
  charlie robert sunshine thomas iloveyou ranger daniel hockey george computer michelle jessica starwars pepper klaster
  zxcvbn freedom princess joshua maggie ginger amanda ashley cheese nicole summer matthew chelsea dallas biteme matrix
  william yankees taylor corvette austin access martin heather thunder merlin secret diamond anthony hammer 1234qwer
  silver gfhjkm justin patrick richard bailey internet samantha golfer scooter orange cookie q1w2e3r4t5 maverick jackson
  sparky mickey phoenix bigdog snoopy guitar whatever chicken morgan andrea camaro mercedes peanut ferrari cowboy falcon
  welcome samsung steelers joseph smokey dakota melissa arsenal boomer eagles tigers marina nascar gateway porsche
  yellow monster spider diablo hannah bulldog junior london purple compaq lakers iceman qwer1234 cowboys banana ncc1701
  boston brandon tennis johnny miller q1w2e3r4 coffee scooby edward nikita mother yamaha brandy barney chester oliver
  charles player knight forever steven rangers midnight chicago bigdaddy redsox victoria badboy please fender jasper
  slayer rabbit natasha rachel marine wizard marlboro raiders prince casper fishing flower crystal jasmine panties
  iwantu adidas winner winter gandalf password1 ghbdtn 1q2w3e4r angela golden lauren cocacola jordan23 winston madison
  angels panther spanky shannon sophie johnson asdfasdf thx1138 toyota murphy canada danielle jonathan liverpoo muffin
  cooper apples jackie dennis qwerty123 passw0rd abcd1234 sandra pokemon 123abc slipknot carlos qazxsw 123456a scorpion
  qwaszx nathan butter startrek rainbow asdfghjkl redskins newyork gemini cameron qazwsxedc florida liverpool turtle
  nicholas viking booger wilson sierra butthead doctor rocket victor dolphins captain bandit jaguar packers pookie
  peaches dolphin helpme tucker theman tiffany maxwell jeremy qwertyui debbie albert maddog lovers monica united giants
  nirvana metallic hotdog rosebud mountain benjamin warrior stupid elephant success bond007 bonnie alexis scorpio samson
  q1w2e3 rush2112 azerty freddy driver willie calvin 1q2w3e4r5t sydney gators dexter red123 12345a 123456q creative
  voodoo arthur trouble america nissan gunner rebecca stella garfield gordon jessie parker asdfghjk apollo 1qazxsw2
  eminem december legend airborne beavis august brooklyn godzilla skippy kitten shelby beaver phantom nothing asdasd
  williams xavier braves darkness blink182 travis copper tomcat platinum qweqwe bigboy animal police online voyager
  lifehack 12qwaszx sniper trinity walter blazer heaven snowball playboy bubbles loveme cricket marvin willow donkey
  topgun nintendo saturn family november gabriel destiny pakistan pumpkin digital sergey chance explorer redwings
  private therock runner lasvegas guinness beatles christin qwerty1 asdf1234 celtic broncos andrey babygirl nelson
  donald eclipse cartman fluffy louise michigan testing carolina
`
    .trim()
    .split(/\s+/),
)
