def hanoi(n, source, target, via):
    if n == 0:
        r = 0
    else:
        r = hanoi(n - 1, source, via, target) + 1 + hanoi(n - 1, via, target, source)
    return r
def main():
    return hanoi(22, 1, 3, 2)
print(main())
