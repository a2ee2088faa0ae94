def main():
    n = 130
    equilateral = 0
    isosceles = 0
    right = 0
    other = 0
    a = 1
    while a <= n:
        b = 1
        while b <= n:
            c = 1
            while c <= n:
                valid = a + b > c and b + c > a and a + c > b
                if valid and a == b and b == c:
                    equilateral = equilateral + 1
                elif valid and (a == b or b == c or a == c):
                    isosceles = isosceles + 1
                elif valid and (a * a + b * b == c * c or a * a + c * c == b * b or b * b + c * c == a * a):
                    right = right + 1
                elif not (valid or a < b) and not (b < c):
                    other = other + 1
                c = c + 1
            b = b + 1
        a = a + 1
    return equilateral + isosceles * 100 + right * 10000000 + other * 10000000000
print(main())
