import sys
sys.setrecursionlimit(100000)
def ack(m, n):
    if m == 0:
        r = n + 1
    elif n == 0:
        r = ack(m - 1, 1)
    else:
        r = ack(m - 1, ack(m, n - 1))
    return r
def main():
    return ack(3, 8)
print(main())
