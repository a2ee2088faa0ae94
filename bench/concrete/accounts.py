class Account:
    __slots__ = ('balance', 'moves')
    def __init__(self, balance, moves):
        self.balance = balance
        self.moves = moves
def main():
    n = 8
    a = [Account(1000, 0), Account(1000, 0), Account(1000, 0), Account(1000, 0),
         Account(1000, 0), Account(1000, 0), Account(1000, 0), Account(1000, 0)]
    seed = 1
    i = 0
    while i < 1300000:
        seed = seed * 25173 + 13849
        seed = seed - seed // 65536 * 65536
        source = seed // 8192
        target = source + 3
        if target >= n:
            target = target - n
        amount = seed // 64 - seed // 8192 * 128
        if a[source].balance >= amount:
            a[source].balance = a[source].balance - amount
            a[target].balance = a[target].balance + amount
            a[source].moves = a[source].moves + 1
        i = i + 1
    return a[0].balance * 10000000 + a[1].moves
print(main())
